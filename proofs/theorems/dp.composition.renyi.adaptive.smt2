; dp.composition.renyi.adaptive, step 0
; x0 is Q.M[y]
; x1 is Q.K[y,z]
; x2 is alpha
; x3 is likelihood0[y]
; x4 is likelihood2[y,z]
; x5 is power4[y,z]
; x6 is likelihood4[y,z]
; x7 is power0[y]
; x8 is power2[y,z]
; x9 is P.M[y]
; x10 is P.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* (* x2 x3) x4) x5)) (* (* x2 x6) x5)) (* (* (* x3 x4) x7) x8)) (* (- 1) (* x6 x5))) 0))
(assert (= (+ x9 (* (- 1) (* x0 x3))) 0))
(assert (= (+ x10 (* (- 1) (* x1 x4))) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* (* x10 x9) x2) x5)) (* (* (* x10 x9) x7) x8)) (* (* (* (* x1 x0) x2) x6) x5)) (* (- 1) (* (* (* x1 x0) x6) x5))) 0)))
(check-sat)
(reset)
; dp.composition.renyi.adaptive, step 2
; x0 is power4[y,z]
; x1 is P.K[y,z]
; x2 is P.M[y]
; x3 is Q.K[y,z]
; x4 is Q.M[y]
; x5 is likelihood4[y,z]
; x6 is alpha
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
(assert (>= (+ (* x1 x2) (* (- 1) (* (* x3 x4) x5))) 0))
(assert (>= (+ x6 (- 2)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* (* x1 x2) x6) x0) (* (- 1) (* (* x1 x2) x0))) (* (- 1) (* (* (* (* x3 x4) x6) x5) x0))) (* (* (* x3 x4) x5) x0)) 0)))
(check-sat)
(reset)
; dp.composition.renyi.adaptive, step 4
; x0 is P.M[y]
; x1 is power0[y]
; x2 is e^((alpha-1)*rho2)
; x3 is sum over z0 of P.K[y,z0]*power2[y,z0]
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
; dp.composition.renyi.adaptive, step 6
; x0 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*power4[y0,z1]
; x1 is alpha
; x2 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*power0[y0]*power2[y0,z1]
; x3 is sum over y0,z1 of Q.K[y0,z1]*Q.M[y0]*likelihood4[y0,z1]*power4[y0,z1]
; x4 is sum over y0 of P.M[y0]*power0[y0]
; x5 is e^((alpha-1)*rho2)
; x6 is e^((alpha-1)*rho1)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (* (- 1) (* x0 x1)) x2) (* x3 x1)) (* (- 1) x3)) 0))
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) x0)) (* (- 1) (* x3 x1))) x3) 0))
(assert (>= (+ (* x4 x5) (* (- 1) x2)) 0))
(assert (>= (+ x6 (* (- 1) x4)) 0))
(assert (>= (+ x5 (- 1)) 0))
; denied
(assert (not (>= (+ (* x6 x5) (* (- 1) x0)) 0)))
(check-sat)
