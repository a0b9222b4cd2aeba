; dp.approx-implies-probabilistic, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
; x3 is e^eps
; x4 is e^eta
; x5 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (* (* x2 x1) x3) x4)) (* (- 1) (* (* x2 x3) x4))) 0))
(assert (>= x5 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 1) x0) (* x2 x3)) x5) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (* x0 x1) x4)) (* (- 1) (* x0 x4))) (* x4 x5)) 0)))
(check-sat)
(reset)
; dp.approx-implies-probabilistic, step 1
; x0 is delta
; x1 is sum over y0 of part0[y0]
; x2 is e^eta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x2) (* (- 1) (* x1 x2))) 0)))
(check-sat)
(reset)
; dp.approx-implies-probabilistic, step 3
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is e^eta
; x3 is sum over y0 of part0[y0]
; x4 is delta
; x5 is rho
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ x0 (* (- 1) x1)) (* x1 x2)) (* (- 1) (* x0 x2))) (* x3 x2)) 0))
(assert (>= (+ (* x4 x2) (* (- 1) (* x3 x2))) 0))
(assert (>= (+ (+ (* (- 1) (* x4 x2)) (* x2 x5)) (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* x2 x5) (* (- 1) x5)) x0) (* (- 1) x1)) (* x1 x2)) (* (- 1) (* x0 x2))) 0)))
(check-sat)
