; dp.total-variation.bounds-delta, step 9
; x0 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.bounds-delta, step 10
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is part0[y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) x2) 0))
(assert (>= x1 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x0) (* x1 x3)) x2) 0)))
(check-sat)
(reset)
; dp.total-variation.bounds-delta, step 13
; x0 is sum over y0 of part0[y0]
; x1 is sum over y0 of part2[y0]
; x2 is t
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x1)) 0)))
(check-sat)
