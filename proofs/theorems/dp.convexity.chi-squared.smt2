; dp.convexity.chi-squared, step 0
; x0 is w
; x1 is Q.A[y]
; x2 is likelihood0[y]
; x3 is likelihood4[y]
; x4 is Q.B[y]
; x5 is likelihood2[y]
; x6 is P.A[y]
; x7 is P.B[y]
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
(assert (>= (+ (+ (* (- 2) (* x2 x3)) (* x2 x2)) (* x3 x3)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x4 0))
(assert (>= (+ (+ (* (- 2) (* x5 x3)) (* x5 x5)) (* x3 x3)) 0))
(assert (= (+ x6 (* (- 1) (* x1 x2))) 0))
(assert (= (+ x7 (* (- 1) (* x4 x5))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* x6 x2) x0) (* (- 2) (* (* x6 x3) x0))) (* x7 x5)) (* (- 1) (* (* x7 x5) x0))) (* (- 2) (* x7 x3))) (* 2 (* (* x7 x3) x0))) (* (* (* x1 x3) x3) x0)) (* (* x4 x3) x3)) (* (- 1) (* (* (* x4 x3) x3) x0))) 0)))
(check-sat)
(reset)
; dp.convexity.chi-squared, step 2
; x0 is likelihood4[y]
; x1 is P.A[y]
; x2 is w
; x3 is P.B[y]
; x4 is Q.A[y]
; x5 is Q.B[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (* x1 x2) x3) (* (- 1) (* x3 x2))) (* (- 1) (* (* x4 x0) x2))) (* (- 1) (* x5 x0))) (* (* x5 x0) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (* x1 x0) x2) (* x3 x0)) (* (- 1) (* (* x3 x0) x2))) (* (- 1) (* (* (* x4 x0) x0) x2))) (* (- 1) (* (* x5 x0) x0))) (* (* (* x5 x0) x0) x2)) 0)))
(check-sat)
(reset)
; dp.convexity.chi-squared, step 4
; x0 is w
; x1 is e^rho1
; x2 is sum over y0 of P.A[y0]*likelihood0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (* x1 x0) (* (- 1) (* x2 x0))) 0)))
(check-sat)
(reset)
; dp.convexity.chi-squared, step 5
; x0 is w
; x1 is e^rho2
; x2 is sum over y0 of P.B[y0]*likelihood2[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ x1 (* (- 1) (* x1 x0))) (* (- 1) x2)) (* x2 x0)) 0)))
(check-sat)
(reset)
; dp.convexity.chi-squared, step 6
; x0 is sum over y0 of P.A[y0]*likelihood0[y0]
; x1 is w
; x2 is sum over y0 of P.A[y0]*likelihood4[y0]
; x3 is sum over y0 of P.B[y0]*likelihood2[y0]
; x4 is sum over y0 of P.B[y0]*likelihood4[y0]
; x5 is sum over y0 of Q.A[y0]*likelihood4[y0]^2
; x6 is sum over y0 of Q.B[y0]*likelihood4[y0]^2
; x7 is e^rho1
; x8 is e^rho2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* x0 x1) (* (- 2) (* x2 x1))) x3) (* (- 1) (* x3 x1))) (* (- 2) x4)) (* 2 (* x4 x1))) (* x5 x1)) x6) (* (- 1) (* x6 x1))) 0))
(assert (>= (+ (+ (+ (+ (+ (* x2 x1) x4) (* (- 1) (* x4 x1))) (* (- 1) (* x5 x1))) (* (- 1) x6)) (* x6 x1)) 0))
(assert (>= (+ (* x7 x1) (* (- 1) (* x0 x1))) 0))
(assert (>= (+ (+ (+ x8 (* (- 1) (* x8 x1))) (* (- 1) x3)) (* x3 x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* x7 x1) x8) (* (- 1) (* x8 x1))) (* (- 1) (* x2 x1))) (* (- 1) x4)) (* x4 x1)) 0)))
(check-sat)
