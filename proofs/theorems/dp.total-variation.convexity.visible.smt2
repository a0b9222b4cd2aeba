; dp.total-variation.convexity.visible, step 24
; x0 is w
; x1 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* x1 x0) 0)))
(check-sat)
(reset)
; dp.total-variation.convexity.visible, step 25
; x0 is w
; x1 is P.A[y]
; x2 is Q.A[y]
; x3 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) x2) x3) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* x2 x0)) (* x3 x0)) 0)))
(check-sat)
(reset)
; dp.total-variation.convexity.visible, step 28
; x0 is w
; x1 is P.B[z]
; x2 is Q.B[z]
; x3 is part3[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ x1 (* (- 1) x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ x1 (* (- 1) (* x1 x0))) (* (- 1) x2)) (* x2 x0)) x3) (* (- 1) (* x3 x0))) 0)))
(check-sat)
(reset)
; dp.total-variation.convexity.visible, step 29
; x0 is w
; x1 is part3[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ x1 (* (- 1) (* x1 x0))) 0)))
(check-sat)
(reset)
; dp.total-variation.convexity.visible, step 32
; x0 is sum over y0 of part0[y0]
; x1 is w
; x2 is sum over y0 of part4[y0]
; x3 is sum over z0 of P.B[z0]
; x4 is sum over z0 of Q.B[z0]
; x5 is sum over z0 of part3[z0]
; x6 is sum over z0 of part5[z0]
; x7 is s
; x8 is t
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
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ x3 (* (- 1) (* x3 x1))) (* (- 1) x4)) (* x4 x1)) x5) (* (- 1) (* x5 x1))) (* (- 1) x6)) 0))
(assert (>= x1 0))
(assert (>= (+ x7 (* (- 1) x0)) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ x8 (* (- 1) x5)) 0))
(assert (= (+ x3 (- 1)) 0))
(assert (= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* x7 x1) x8) (* (- 1) (* x8 x1))) (* (- 1) x2)) (* (- 1) x6)) 0)))
(check-sat)
