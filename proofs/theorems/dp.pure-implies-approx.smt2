; dp.pure-implies-approx, step 3
(set-logic QF_NRA)
; assumed
; denied
(assert (not (>= 0 0)))
(check-sat)
(reset)
; dp.pure-implies-approx, step 4
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x1 x2)) 0)))
(check-sat)
(reset)
; dp.pure-implies-approx, step 7
; x0 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (* (- 1) x0) 0))
; denied
(assert (not (>= (* (- 1) x0) 0)))
(check-sat)
