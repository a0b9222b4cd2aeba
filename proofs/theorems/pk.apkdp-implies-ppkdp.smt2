; pk.apkdp-implies-ppkdp, step 0
; x0 is none.W[b]
; x1 is part0[b,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; pk.apkdp-implies-ppkdp, step 1
; x0 is none.W[b]
; x1 is P.R[b,y]
; x2 is Q.R[b,y]
; x3 is e^eps
; x4 is part0[b,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) (* x2 x3)) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* (* x2 x3) x0)) (* x0 x4)) 0)))
(check-sat)
(reset)
; pk.apkdp-implies-ppkdp, step 4
; x0 is none.W[b]
; x1 is delta
; x2 is sum over y0 of part0[b,y0]
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
; pk.apkdp-implies-ppkdp, step 5
; x0 is sum over b0 of none.W[b0]
; x1 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; pk.apkdp-implies-ppkdp, step 7
; x0 is sum over b0,y1 of none.W[b0]*part0[b0,y1]
; x1 is sum over b0,y1 of part2[b0,y1]
; x2 is sum over b0 of none.W[b0]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* x2 x3) (* (- 1) x0)) 0))
(assert (= (+ (* (- 1) x3) (* x2 x3)) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
