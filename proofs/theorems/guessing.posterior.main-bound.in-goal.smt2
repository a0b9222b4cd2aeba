; guessing.posterior.main-bound.in-goal, step 0
; x0 is a
; x1 is e^eta
; x2 is w
; x3 is hit
; x4 is e^eps
; x5 is b
; x6 is p
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ (* x0 x4) (* (- 1) x5)) 0))
(assert (>= x6 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x0 x4) x6) (* (* x0 x1) x2)) (* (- 1) (* x5 x6))) (* (- 1) x3)) 0)))
(check-sat)
