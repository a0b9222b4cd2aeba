; pk.ppkdp.post-processing, step 0
; x0 is part0[y]
; x1 is K[y,z]
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
; pk.ppkdp.post-processing, step 2
; x0 is P.A[y]
; x1 is w
; x2 is Q.A[y]
; x3 is e^eps
; x4 is part0[y]
; x5 is K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* (* x5 x0) x1)) (* (* (* x5 x2) x3) x1)) (* x5 x4)) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 6
; x0 is sum over z0 of K[y,z0]
; x1 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 8
; x0 is part1[y]
; x1 is K[y,z]
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
; pk.ppkdp.post-processing, step 10
; x0 is P.C[y]
; x1 is w
; x2 is Q.C[y]
; x3 is e^eps
; x4 is part1[y]
; x5 is K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x1)) (* x2 x3)) (* (- 1) (* (* x2 x3) x1))) x4) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x5 x0)) (* (* x5 x0) x1)) (* (* x5 x2) x3)) (* (- 1) (* (* (* x5 x2) x3) x1))) (* x5 x4)) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 14
; x0 is sum over z0 of K[y,z0]
; x1 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; pk.ppkdp.post-processing, step 16
; x0 is sum over y0,z1 of K[y0,z1]*part0[y0]
; x1 is sum over z0 of part4[z0]
; x2 is sum over y0,z1 of K[y0,z1]*part1[y0]
; x3 is sum over z0 of part5[z0]
; x4 is delta
; x5 is sum over y0 of part0[y0]
; x6 is sum over y0 of part1[y0]
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
(assert (>= (+ x2 (* (- 1) x3)) 0))
(assert (>= (+ (+ x4 (* (- 1) x5)) (* (- 1) x6)) 0))
(assert (= (+ (* (- 1) x5) x0) 0))
(assert (= (+ (* (- 1) x6) x2) 0))
; denied
(assert (not (>= (+ (+ x4 (* (- 1) x1)) (* (- 1) x3)) 0)))
(check-sat)
