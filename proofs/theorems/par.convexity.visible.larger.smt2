; par.convexity.visible.larger, step 0
; x0 is inverse4[y]
; x1 is w
; x2 is P.A[y]
; x3 is case0[y]
; x4 is Q.A[y]
; x5 is e^eps1
; x6 is e^eps2
; x7 is part0
; x8 is case4[y]
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
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) (* x2 x3)) (* (* x4 x3) x5)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (* (- 1) x5) x6) x7) 0))
(assert (>= x4 0))
(assert (= (+ (+ (+ (+ (* (- 1) (* (* x2 x0) x1)) 1) (* (* (* x4 x6) x0) x1)) (* (* (* x4 x0) x7) x1)) (* (- 1) x8)) 0))
; denied
(assert (not (>= (+ (* (- 1) x3) (* x3 x8)) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 1
; x0 is inverse5[y]
; x1 is w
; x2 is P.A[y]
; x3 is case1[y]
; x4 is e^eps1
; x5 is Q.A[y]
; x6 is e^eps2
; x7 is part0
; x8 is case5[y]
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
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (* x2 x3) x4) (* (- 1) (* x5 x3))) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (* (- 1) x4) x6) x7) 0))
(assert (>= x2 0))
(assert (= (+ (+ (+ (+ (* (* (* x2 x6) x0) x1) 1) (* (* (* x2 x0) x7) x1)) (* (- 1) (* (* x5 x0) x1))) (* (- 1) x8)) 0))
; denied
(assert (not (>= (+ (* (- 1) x3) (* x3 x8)) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 2
; x0 is w
; x1 is P.A[y]
; x2 is case1[y]
; x3 is case0[y]
; x4 is case4[y]
; x5 is case5[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x3) (* x3 x4)) 0))
(assert (>= x3 0))
(assert (>= x4 0))
(assert (>= (+ (* (- 1) x2) (* x2 x5)) 0))
(assert (>= x5 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x1 x3) x2) x0)) (* (* (* x1 x4) x5) x0)) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 4
; x0 is inverse6[z]
; x1 is w
; x2 is P.B[z]
; x3 is case2[z]
; x4 is Q.B[z]
; x5 is e^eps2
; x6 is part0
; x7 is case6[z]
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
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (* (- 1) (* x2 x3)) (* (* x4 x3) x5)) 0))
(assert (>= x3 0))
(assert (>= x6 0))
(assert (>= x4 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x2 x0)) 1) (* (* x2 x0) x1)) (* (* x4 x5) x0)) (* (- 1) (* (* (* x4 x5) x0) x1))) (* (* x4 x0) x6)) (* (- 1) (* (* (* x4 x0) x6) x1))) (* (- 1) x7)) 0))
; denied
(assert (not (>= (+ (* (- 1) x3) (* x3 x7)) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 5
; x0 is inverse7[z]
; x1 is w
; x2 is P.B[z]
; x3 is case3[z]
; x4 is e^eps2
; x5 is Q.B[z]
; x6 is part0
; x7 is case7[z]
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
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (* (* x2 x3) x4) (* (- 1) (* x5 x3))) 0))
(assert (>= x3 0))
(assert (>= x6 0))
(assert (>= x2 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (* (* x2 x4) x0) 1) (* (- 1) (* (* (* x2 x4) x0) x1))) (* (* x2 x0) x6)) (* (- 1) (* (* (* x2 x0) x6) x1))) (* (- 1) (* x5 x0))) (* (* x5 x0) x1)) (* (- 1) x7)) 0))
; denied
(assert (not (>= (+ (* (- 1) x3) (* x3 x7)) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 6
; x0 is w
; x1 is P.B[z]
; x2 is case3[z]
; x3 is case2[z]
; x4 is case6[z]
; x5 is case7[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x3) (* x3 x4)) 0))
(assert (>= x3 0))
(assert (>= x4 0))
(assert (>= (+ (* (- 1) x2) (* x2 x5)) 0))
(assert (>= x5 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* x1 x3) x2)) (* (* (* x1 x3) x2) x0)) (* (* x1 x4) x5)) (* (- 1) (* (* (* x1 x4) x5) x0))) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 8
; x0 is w
; x1 is risk1
; x2 is sum over y0 of P.A[y0]
; x3 is sum over y0 of P.A[y0]*case0[y0]*case1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ x1 (* (- 1) x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (* x1 x0) (* x3 x0)) (* (- 1) (* x2 x0))) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 9
; x0 is w
; x1 is risk2
; x2 is sum over z0 of P.B[z0]
; x3 is sum over z0 of P.B[z0]*case2[z0]*case3[z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ x1 (* (- 1) x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ x1 (* (- 1) (* x1 x0))) (* (- 1) x2)) x3) (* (- 1) (* x3 x0))) (* x2 x0)) 0)))
(check-sat)
(reset)
; par.convexity.visible.larger, step 10
; x0 is sum over y0 of P.A[y0]*case0[y0]*case1[y0]
; x1 is w
; x2 is sum over y0 of P.A[y0]*case4[y0]*case5[y0]
; x3 is sum over z0 of P.B[z0]*case2[z0]*case3[z0]
; x4 is sum over z0 of P.B[z0]*case6[z0]*case7[z0]
; x5 is risk1
; x6 is sum over y0 of P.A[y0]
; x7 is risk2
; x8 is sum over z0 of P.B[z0]
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
(assert (>= (+ (* (- 1) (* x0 x1)) (* x2 x1)) 0))
(assert (>= (+ (+ (+ (* (- 1) x3) (* x3 x1)) x4) (* (- 1) (* x4 x1))) 0))
(assert (>= (+ (+ (* x5 x1) (* x0 x1)) (* (- 1) (* x6 x1))) 0))
(assert (>= (+ (+ (+ (+ (+ x7 (* (- 1) (* x7 x1))) (* (- 1) x8)) x3) (* (- 1) (* x3 x1))) (* x8 x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* x5 x1) x7) (* (- 1) (* x7 x1))) (* x2 x1)) (* (- 1) (* x6 x1))) (* (- 1) x8)) x4) (* (- 1) (* x4 x1))) (* x8 x1)) 0)))
(check-sat)
