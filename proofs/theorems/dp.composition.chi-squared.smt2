; dp.composition.chi-squared, step 0
; x0 is Q.M1[y]
; x1 is Q.M2[z]
; x2 is likelihood0[y]
; x3 is likelihood2[z]
; x4 is likelihood4[y,z]
; x5 is P.M1[y]
; x6 is P.M2[z]
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
(assert (not (>= (+ (+ (* (* (* x5 x6) x2) x3) (* (- 2) (* (* x5 x6) x4))) (* (* (* x0 x1) x4) x4)) 0)))
(check-sat)
(reset)
; dp.composition.chi-squared, step 2
; x0 is likelihood4[y,z]
; x1 is P.M1[y]
; x2 is P.M2[z]
; x3 is Q.M1[y]
; x4 is Q.M2[z]
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
; dp.composition.chi-squared, step 4
; x0 is P.M1[y]
; x1 is likelihood0[y]
; x2 is e^rho2
; x3 is sum over z0 of P.M2[z0]*likelihood2[z0]
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
; dp.composition.chi-squared, step 6
; x0 is sum over y0 of P.M1[y0]*likelihood0[y0]
; x1 is sum over z0 of P.M2[z0]*likelihood2[z0]
; x2 is sum over y0,z1 of P.M1[y0]*P.M2[z1]*likelihood4[y0,z1]
; x3 is sum over y0,z1 of Q.M1[y0]*Q.M2[z1]*likelihood4[y0,z1]^2
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
(assert (>= (+ (+ (* x0 x1) (* (- 2) x2)) x3) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
(assert (>= (+ (* x0 x4) (* (- 1) (* x0 x1))) 0))
(assert (>= (+ x5 (* (- 1) x0)) 0))
(assert (>= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (* x5 x4) (* (- 1) x2)) 0)))
(check-sat)
