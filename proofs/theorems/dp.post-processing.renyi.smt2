; dp.post-processing.renyi, step 0
; x0 is f[y,z]
; x1 is Q.M[y]
; x2 is alpha
; x3 is likelihood0[y]
; x4 is power2[z]
; x5 is likelihood2[z]
; x6 is power0[y]
; x7 is P.M[y]
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
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x2 x3) x4)) (* (* x2 x5) x4)) (* x3 x6)) (* (- 1) (* x5 x4))) 0))
(assert (= (+ x7 (* (- 1) (* x1 x3))) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* (* x7 x2) x0) x4)) (* (* x7 x0) x6)) (* (* (* (* x1 x2) x0) x5) x4)) (* (- 1) (* (* (* x1 x0) x5) x4))) 0)))
(check-sat)
(reset)
; dp.post-processing.renyi, step 2
; x0 is power2[z]
; x1 is sum over y0 of P.M[y0]*f[y0,z]
; x2 is sum over y0 of Q.M[y0]*f[y0,z]
; x3 is likelihood2[z]
; x4 is alpha
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) (* x2 x3))) 0))
(assert (>= (+ x4 (- 2)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x1 x4) x0) (* (- 1) (* x1 x0))) (* (- 1) (* (* (* x2 x4) x3) x0))) (* (* x2 x3) x0)) 0)))
(check-sat)
(reset)
; dp.post-processing.renyi, step 4
; x0 is sum over z0 of f[y,z0]
; x1 is P.M[y]
; x2 is power0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* x1 x2)) (* (* x0 x1) x2)) 0)))
(check-sat)
(reset)
; dp.post-processing.renyi, step 6
; x0 is sum over y0,z1 of P.M[y0]*f[y0,z1]*power2[z1]
; x1 is alpha
; x2 is sum over y0,z1 of P.M[y0]*f[y0,z1]*power0[y0]
; x3 is sum over y0,z1 of Q.M[y0]*f[y0,z1]*likelihood2[z1]*power2[z1]
; x4 is e^((alpha-1)*rho)
; x5 is sum over y0 of P.M[y0]*power0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (* (- 1) (* x0 x1)) x2) (* x3 x1)) (* (- 1) x3)) 0))
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) x0)) (* (- 1) (* x3 x1))) x3) 0))
(assert (>= (+ x4 (* (- 1) x5)) 0))
(assert (= (+ (* (- 1) x5) x2) 0))
; denied
(assert (not (>= (+ x4 (* (- 1) x0)) 0)))
(check-sat)
