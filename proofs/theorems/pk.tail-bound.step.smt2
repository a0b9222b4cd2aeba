; pk.tail-bound.step, step 0
; x0 is g
; x1 is r
; x2 is rest
; x3 is f
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ x0 (* x1 x2)) (* (- 1) x2)) 0))
(assert (>= (+ (* x3 x1) (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (+ (* x3 x1) (* x1 x2)) (* (- 1) x2)) 0)))
(check-sat)
