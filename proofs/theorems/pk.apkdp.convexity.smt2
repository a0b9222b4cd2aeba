; pk.apkdp.convexity, step 0
; x0 is w
; x1 is part0[y]
; x2 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* x1 x0) x2) (* (- 1) (* x2 x0))) 0)))
(check-sat)
(reset)
; pk.apkdp.convexity, step 1
; x0 is w
; x1 is P.A[y]
; x2 is Q.A[y]
; x3 is e^eps1
; x4 is part0[y]
; x5 is P.B[y]
; x6 is Q.B[y]
; x7 is e^eps2
; x8 is part2[y]
; x9 is part4
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
(declare-const x9 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) (* x2 x3)) x4) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* (- 1) x5) (* x6 x7)) x8) 0))
(assert (>= (+ (+ (* (- 1) x3) x7) x9) 0))
(assert (>= x2 0))
(assert (>= x9 0))
(assert (>= x6 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x1 x0)) (* (- 1) x5)) (* x5 x0)) (* (* x2 x7) x0)) (* (* x2 x9) x0)) (* x6 x7)) (* (- 1) (* (* x6 x7) x0))) (* x6 x9)) (* (- 1) (* (* x6 x9) x0))) (* x4 x0)) x8) (* (- 1) (* x8 x0))) 0)))
(check-sat)
(reset)
; pk.apkdp.convexity, step 4
; x0 is w
; x1 is delta1
; x2 is sum over y0 of part0[y0]
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
; pk.apkdp.convexity, step 5
; x0 is w
; x1 is delta2
; x2 is sum over y0 of part2[y0]
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
; pk.apkdp.convexity, step 6
; x0 is sum over y0 of part0[y0]
; x1 is w
; x2 is sum over y0 of part2[y0]
; x3 is sum over y0 of part5[y0]
; x4 is delta1
; x5 is delta2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) x2) (* (- 1) (* x2 x1))) (* (- 1) x3)) 0))
(assert (>= (+ (* x4 x1) (* (- 1) (* x0 x1))) 0))
(assert (>= (+ (+ (+ x5 (* (- 1) (* x5 x1))) (* (- 1) x2)) (* x2 x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x4 x1) x5) (* (- 1) (* x5 x1))) (* (- 1) x3)) 0)))
(check-sat)
