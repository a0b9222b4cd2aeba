; pk.pure-ppkdp-implies-apkdp, step 0
; x0 is P.A[y]
; x1 is quotient0
; x2 is Q.A[y]
; x3 is e^eps
; x4 is e^eta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (= (+ (* x4 x1) (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x2 x3)) 0)))
(check-sat)
