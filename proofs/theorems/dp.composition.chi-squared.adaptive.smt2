; dp.composition.chi-squared.adaptive, step 0
; x0 is Q.M[y]
; x1 is Q.K[y,z]
; x2 is likelihood0[y]
; x3 is likelihood2[y,z]
; x4 is likelihood4[y,z]
; x5 is P.M[y]
; x6 is P.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 2) (* (* x2 x3) x4)) (* (* (* x2 x2) x3) x3)) (* x4 x4)) 0))
(assert (= (+ x5 (* (- 1) (* x0 x2))) 0))
(assert (= (+ x6 (* (- 1) (* x1 x3))) 0))
; denied
(assert (not (>= (+ (+ (* (* (* x6 x5) x2) x3) (* (- 2) (* (* x6 x5) x4))) (* (* (* x1 x0) x4) x4)) 0)))
(check-sat)
(reset)
; dp.composition.chi-squared.adaptive, step 2
; x0 is likelihood4[y,z]
; x1 is P.K[y,z]
; x2 is P.M[y]
; x3 is Q.K[y,z]
; x4 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* x1 x2) (* (- 1) (* (* x3 x4) x0))) 0))
; denied
(assert (not (>= (+ (* (* x1 x2) x0) (* (- 1) (* (* (* x3 x4) x0) x0))) 0)))
(check-sat)
(reset)
; dp.composition.chi-squared.adaptive, step 4
; x0 is P.M[y]
; x1 is likelihood0[y]
; x2 is e^rho2
; x3 is sum over z0 of P.K[y,z0]*likelihood2[y,z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* (* x0 x2) x1) (* (- 1) (* (* x3 x0) x1))) 0)))
(check-sat)
(reset)
; dp.composition.chi-squared.adaptive, step 6
; x0 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*likelihood0[y0]*likelihood2[y0,z1]
; x1 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*likelihood4[y0,z1]
; x2 is sum over y0,z1 of Q.K[y0,z1]*Q.M[y0]*likelihood4[y0,z1]^2
; x3 is sum over y0 of P.M[y0]*likelihood0[y0]
; x4 is e^rho2
; x5 is e^rho1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ x0 (* (- 2) x1)) x2) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= (+ (* x3 x4) (* (- 1) x0)) 0))
(assert (>= (+ x5 (* (- 1) x3)) 0))
(assert (>= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (* x5 x4) (* (- 1) x1)) 0)))
(check-sat)
