; dp.convexity.renyi, step 0
; x0 is w
; x1 is Q.A[y]
; x2 is alpha
; x3 is likelihood0[y]
; x4 is power4[y]
; x5 is likelihood4[y]
; x6 is power0[y]
; x7 is Q.B[y]
; x8 is likelihood2[y]
; x9 is power2[y]
; x10 is P.A[y]
; x11 is P.B[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
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
(assert (>= (+ (+ (+ (* (- 1) (* (* x2 x3) x4)) (* (* x2 x5) x4)) (* x3 x6)) (* (- 1) (* x5 x4))) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x7 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x2 x8) x4)) (* (* x2 x5) x4)) (* x8 x9)) (* (- 1) (* x5 x4))) 0))
(assert (= (+ x10 (* (- 1) (* x1 x3))) 0))
(assert (= (+ x11 (* (- 1) (* x7 x8))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* (* x10 x2) x4) x0)) (* (* x10 x6) x0)) (* (- 1) (* (* x11 x2) x4))) (* (* (* x11 x2) x4) x0)) (* x11 x9)) (* (- 1) (* (* x11 x9) x0))) (* (* (* (* x1 x2) x5) x4) x0)) (* (- 1) (* (* (* x1 x5) x4) x0))) (* (* (* x7 x2) x5) x4)) (* (- 1) (* (* (* (* x7 x2) x5) x4) x0))) (* (- 1) (* (* x7 x5) x4))) (* (* (* x7 x5) x4) x0)) 0)))
(check-sat)
(reset)
; dp.convexity.renyi, step 2
; x0 is power4[y]
; x1 is P.A[y]
; x2 is w
; x3 is P.B[y]
; x4 is Q.A[y]
; x5 is likelihood4[y]
; x6 is Q.B[y]
; x7 is alpha
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
(assert (>= (+ (+ (+ (+ (+ (* x1 x2) x3) (* (- 1) (* x3 x2))) (* (- 1) (* (* x4 x5) x2))) (* (- 1) (* x6 x5))) (* (* x6 x5) x2)) 0))
(assert (>= (+ x7 (- 2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x1 x7) x0) x2) (* (- 1) (* (* x1 x0) x2))) (* (* x3 x7) x0)) (* (- 1) (* (* (* x3 x7) x0) x2))) (* (- 1) (* x3 x0))) (* (* x3 x0) x2)) (* (- 1) (* (* (* (* x4 x7) x5) x0) x2))) (* (* (* x4 x5) x0) x2)) (* (- 1) (* (* (* x6 x7) x5) x0))) (* (* (* (* x6 x7) x5) x0) x2)) (* (* x6 x5) x0)) (* (- 1) (* (* (* x6 x5) x0) x2))) 0)))
(check-sat)
(reset)
; dp.convexity.renyi, step 4
; x0 is w
; x1 is e^((alpha-1)*rho)
; x2 is sum over y0 of P.A[y0]*power0[y0]
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
; dp.convexity.renyi, step 5
; x0 is w
; x1 is e^((alpha-1)*rho)
; x2 is sum over y0 of P.B[y0]*power2[y0]
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
; dp.convexity.renyi, step 6
; x0 is sum over y0 of P.A[y0]*power4[y0]
; x1 is alpha
; x2 is w
; x3 is sum over y0 of P.A[y0]*power0[y0]
; x4 is sum over y0 of P.B[y0]*power4[y0]
; x5 is sum over y0 of P.B[y0]*power2[y0]
; x6 is sum over y0 of Q.A[y0]*likelihood4[y0]*power4[y0]
; x7 is sum over y0 of Q.B[y0]*likelihood4[y0]*power4[y0]
; x8 is e^((alpha-1)*rho)
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x2)) (* x3 x2)) (* (- 1) (* x4 x1))) (* (* x4 x1) x2)) x5) (* (- 1) (* x5 x2))) (* (* x6 x1) x2)) (* (- 1) (* x6 x2))) (* x7 x1)) (* (- 1) (* (* x7 x1) x2))) (* (- 1) x7)) (* x7 x2)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* x0 x2))) (* x4 x1)) (* (- 1) (* (* x4 x1) x2))) (* (- 1) x4)) (* x4 x2)) (* (- 1) (* (* x6 x1) x2))) (* x6 x2)) (* (- 1) (* x7 x1))) (* (* x7 x1) x2)) x7) (* (- 1) (* x7 x2))) 0))
(assert (>= (+ (* x8 x2) (* (- 1) (* x3 x2))) 0))
(assert (>= (+ (+ (+ x8 (* (- 1) (* x8 x2))) (* (- 1) x5)) (* x5 x2)) 0))
; denied
(assert (not (>= (+ (+ (+ x8 (* (- 1) (* x0 x2))) (* (- 1) x4)) (* x4 x2)) 0)))
(check-sat)
