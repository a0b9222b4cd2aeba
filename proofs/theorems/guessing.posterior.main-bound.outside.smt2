; guessing.posterior.main-bound.outside, step 0
; x0 is e^theta
; x1 is hit
; x2 is s
; x3 is miss
; x4 is w
; x5 is e^eta
; x6 is a
; x7 is p
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
; assumed
(assert (>= (+ (* (- 1) (* (* x0 x1) x2)) x3) 0))
(assert (>= x4 0))
(assert (>= (+ x5 (- 1)) 0))
(assert (>= (+ (* (* x6 x5) x4) (* (- 1) x1)) 0))
(assert (>= x7 0))
; denied
(assert (not (>= (+ (+ (+ (* (* (* x6 x5) x7) x4) (* (- 1) (* (* (* (* x5 x0) x1) x2) x4))) (* (* x5 x3) x4)) (* (- 1) (* x1 x7))) 0)))
(check-sat)
