; dp.sequential-composition.adaptive.pure, step 0
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps1
; x3 is P.K[y,z]
; x4 is Q.K[y,z]
; x5 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= x3 0))
(assert (>= (+ (* (- 1) x3) (* x4 x5)) 0))
(assert (>= x1 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x3 x0)) (* (* (* x4 x1) x2) x5)) 0)))
(check-sat)
