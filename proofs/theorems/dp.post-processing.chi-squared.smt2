; dp.post-processing.chi-squared, step 0
; x0 is f[y,z]
; x1 is Q.M[y]
; x2 is likelihood0[y]
; x3 is likelihood2[z]
; x4 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 2) (* x2 x3)) (* x2 x2)) (* x3 x3)) 0))
(assert (= (+ x4 (* (- 1) (* x1 x2))) 0))
; denied
(assert (not (>= (+ (+ (* (* x4 x0) x2) (* (- 2) (* (* x4 x0) x3))) (* (* (* x1 x0) x3) x3)) 0)))
(check-sat)
(reset)
; dp.post-processing.chi-squared, step 2
; x0 is likelihood2[z]
; x1 is sum over y0 of P.M[y0]*f[y0,z]
; x2 is sum over y0 of Q.M[y0]*f[y0,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) (* x2 x0))) 0))
; denied
(assert (not (>= (+ (* x1 x0) (* (- 1) (* (* x2 x0) x0))) 0)))
(check-sat)
(reset)
; dp.post-processing.chi-squared, step 4
; x0 is sum over z0 of f[y,z0]
; x1 is P.M[y]
; x2 is likelihood0[y]
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
; dp.post-processing.chi-squared, step 6
; x0 is sum over y0,z1 of P.M[y0]*f[y0,z1]*likelihood0[y0]
; x1 is sum over y0,z1 of P.M[y0]*f[y0,z1]*likelihood2[z1]
; x2 is sum over y0,z1 of Q.M[y0]*f[y0,z1]*likelihood2[z1]^2
; x3 is e^rho
; x4 is sum over y0 of P.M[y0]*likelihood0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ x0 (* (- 2) x1)) x2) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x4)) 0))
(assert (= (+ (* (- 1) x4) x0) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
