; pk.ppkdp.post-processing, step 12
; x0 is K[y,z]
; x1 is part0[y]
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
; pk.ppkdp.post-processing, step 14
; x0 is sum over y0 of K[y0,z]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 15
; x0 is K[y,z]
; x1 is P.A[y]
; x2 is w
; x3 is Q.A[y]
; x4 is e^eps
; x5 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) (* x1 x2)) (* (* x3 x4) x2)) x5) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* (* x0 x1) x2)) (* (* (* x0 x3) x4) x2)) (* x0 x5)) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 17
; x0 is sum over y0 of K[y0,z]*P.A[y0]
; x1 is w
; x2 is sum over y0 of K[y0,z]*Q.A[y0]
; x3 is e^eps
; x4 is sum over y0 of K[y0,z]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 20
; x0 is L[v,u]
; x1 is part1[v]
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
; pk.ppkdp.post-processing, step 22
; x0 is sum over v0 of L[v0,u]*part1[v0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 23
; x0 is L[v,u]
; x1 is P.C[v]
; x2 is w
; x3 is Q.C[v]
; x4 is e^eps
; x5 is part1[v]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x1) (* x1 x2)) (* x3 x4)) (* (- 1) (* (* x3 x4) x2))) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x0 x1)) (* (* x0 x1) x2)) (* (* x0 x3) x4)) (* (- 1) (* (* (* x0 x3) x4) x2))) (* x0 x5)) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 25
; x0 is sum over v0 of L[v0,u]*P.C[v0]
; x1 is w
; x2 is sum over v0 of L[v0,u]*Q.C[v0]
; x3 is e^eps
; x4 is sum over v0 of L[v0,u]*part1[v0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x1)) (* x2 x3)) (* (- 1) (* (* x2 x3) x1))) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x1)) (* x2 x3)) (* (- 1) (* (* x2 x3) x1))) x4) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 28
; x0 is sum over u0 of L[v0,u0]
; x1 is part1[v0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ x1 (* (- 1) (* x0 x1))) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 30
; x0 is sum over z0 of K[y0,z0]
; x1 is part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ x1 (* (- 1) (* x0 x1))) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 32
; x0 is sum over y0,z1 of K[y0,z1]*part0[y0]
; x1 is sum over z0 of part4[z0]
; x2 is sum over u0 of part5[u0]
; x3 is sum over u0,v1 of L[v1,u0]*part1[v1]
; x4 is delta
; x5 is sum over v0 of part1[v0]
; x6 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* (- 1) x2) x3) 0))
(assert (>= (+ (+ x4 (* (- 1) x5)) (* (- 1) x6)) 0))
(assert (= (+ (* (- 1) x3) x5) 0))
(assert (= (+ x6 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (+ x4 (* (- 1) x2)) (* (- 1) x1)) 0)))
(check-sat)
