; pk.apkdp.post-processing, step 0
; x0 is part0[y]
; x1 is f[y,z]
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
; pk.apkdp.post-processing, step 2
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
; x3 is part0[y]
; x4 is f[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x0 x4)) (* (* x1 x2) x4)) (* x4 x3)) 0)))
(check-sat)
(reset)
; pk.apkdp.post-processing, step 6
; x0 is sum over z0 of f[y,z0]
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
; pk.apkdp.post-processing, step 8
; x0 is sum over y0,z1 of f[y0,z1]*part0[y0]
; x1 is sum over z0 of part2[z0]
; x2 is delta
; x3 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
(assert (= (+ (* (- 1) x3) x0) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x1)) 0)))
(check-sat)
