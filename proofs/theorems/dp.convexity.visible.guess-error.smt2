; dp.convexity.visible.guess-error, step 0
; x0 is w
; x1 is P.A[y]
; x2 is case0[y]
; x3 is v
; x4 is Q.A[y]
; x5 is case4[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) (* (* x1 x2) x3)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) 0))
(assert (>= (+ (* (- 1) x5) 1) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* x1 x3)) (* (- 1) x4)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) (* x4 x3)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) (* (* (* x1 x2) x3) x0)) (* (* (* x1 x5) x3) x0)) (* (- 1) (* (* (* x4 x2) x3) x0))) (* (* x4 x2) x0)) (* (* (* x4 x5) x3) x0)) (* (- 1) (* (* x4 x5) x0))) 0)))
(check-sat)
(reset)
; dp.convexity.visible.guess-error, step 2
; x0 is w
; x1 is P.B[z]
; x2 is case2[z]
; x3 is v
; x4 is Q.B[z]
; x5 is case5[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* (- 1) (* (* x1 x2) x3)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) 0))
(assert (>= (+ (* (- 1) x5) 1) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* x1 x3)) (* (- 1) x4)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) (* x4 x3)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (* (* x1 x2) x3) x0)) (* (* x1 x5) x3)) (* (- 1) (* (* (* x1 x5) x3) x0))) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) (* (* (* x4 x2) x3) x0)) (* (- 1) (* (* x4 x2) x0))) (* (- 1) (* x4 x5))) (* (* x4 x5) x3)) (* (- 1) (* (* (* x4 x5) x3) x0))) (* (* x4 x5) x0)) 0)))
(check-sat)
(reset)
; dp.convexity.visible.guess-error, step 4
; x0 is w
; x1 is s
; x2 is sum over y0 of P.A[y0]*case0[y0]
; x3 is v
; x4 is sum over y0 of Q.A[y0]
; x5 is sum over y0 of Q.A[y0]*case0[y0]
; x6 is t
; x7 is sum over z0 of P.B[z0]*case2[z0]
; x8 is sum over z0 of Q.B[z0]
; x9 is sum over z0 of Q.B[z0]*case2[z0]
; x10 is sum over y0 of P.A[y0]*case4[y0]
; x11 is sum over y0 of Q.A[y0]*case4[y0]
; x12 is sum over z0 of P.B[z0]*case5[z0]
; x13 is sum over z0 of Q.B[z0]*case5[z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x13 Real)
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
(assert (>= (+ (+ (+ (+ (+ (* (- 1) x1) (* x2 x3)) x4) (* (- 1) x5)) (* x5 x3)) (* (- 1) (* x4 x3))) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) x6) (* x7 x3)) x8) (* (- 1) x9)) (* x9 x3)) (* (- 1) (* x8 x3))) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* x2 x3) x0)) (* (* x10 x3) x0)) (* (- 1) (* (* x5 x3) x0))) (* x5 x0)) (* (* x11 x3) x0)) (* (- 1) (* x11 x0))) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x7 x3)) (* (* x7 x3) x0)) (* x12 x3)) (* (- 1) (* (* x12 x3) x0))) x9) (* (- 1) (* x9 x3))) (* (* x9 x3) x0)) (* (- 1) (* x9 x0))) (* (- 1) x13)) (* x13 x3)) (* (- 1) (* (* x13 x3) x0))) (* x13 x0)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x1 x0)) (* (- 1) x6)) (* x6 x0)) (* (* x10 x3) x0)) (* (* x11 x3) x0)) (* (- 1) (* x11 x0))) (* (- 1) (* (* x4 x3) x0))) (* x4 x0)) (* x12 x3)) (* (- 1) (* (* x12 x3) x0))) x8) (* (- 1) x13)) (* x13 x3)) (* (- 1) (* (* x13 x3) x0))) (* x13 x0)) (* (- 1) (* x8 x3))) (* (* x8 x3) x0)) (* (- 1) (* x8 x0))) 0)))
(check-sat)
