; pk.ppkdp.convexity, step 30
; x0 is v
; x1 is part0[y]
; x2 is part4[y]
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
; pk.ppkdp.convexity, step 31
; x0 is v
; x1 is P.A[y]
; x2 is w
; x3 is Q.A[y]
; x4 is e^eps
; x5 is part0[y]
; x6 is P.G[y]
; x7 is Q.G[y]
; x8 is part4[y]
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
(assert (>= (+ (+ (* (- 1) (* x1 x2)) (* (* x3 x4) x2)) x5) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* (- 1) (* x6 x2)) (* (* x7 x4) x2)) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x0) x2)) (* (* x6 x0) x2)) (* (- 1) (* x6 x2))) (* (* (* x3 x4) x0) x2)) (* (- 1) (* (* (* x7 x4) x0) x2))) (* (* x7 x4) x2)) (* x5 x0)) x8) (* (- 1) (* x8 x0))) 0)))
(check-sat)
(reset)
; pk.ppkdp.convexity, step 34
; x0 is v
; x1 is part1[v]
; x2 is part5[v]
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
; pk.ppkdp.convexity, step 35
; x0 is v
; x1 is P.C[v]
; x2 is w
; x3 is Q.C[v]
; x4 is e^eps
; x5 is part1[v]
; x6 is P.H[v]
; x7 is Q.H[v]
; x8 is part5[v]
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
(assert (>= (+ (+ (+ (+ (* (- 1) x1) (* x1 x2)) (* x3 x4)) (* (- 1) (* (* x3 x4) x2))) x5) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x6) (* x6 x2)) (* x7 x4)) (* (- 1) (* (* x7 x4) x2))) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x1 x0)) (* (* x1 x0) x2)) (* (- 1) x6)) (* x6 x0)) (* (- 1) (* (* x6 x0) x2))) (* x6 x2)) (* (* x3 x4) x0)) (* (- 1) (* (* (* x3 x4) x0) x2))) (* x7 x4)) (* (- 1) (* (* x7 x4) x0))) (* (* (* x7 x4) x0) x2)) (* (- 1) (* (* x7 x4) x2))) (* x5 x0)) x8) (* (- 1) (* x8 x0))) 0)))
(check-sat)
(reset)
; pk.ppkdp.convexity, step 38
; x0 is sum over y0 of part0[y0]
; x1 is v
; x2 is sum over y0 of part4[y0]
; x3 is sum over y0 of part8[y0]
; x4 is sum over v0 of part1[v0]
; x5 is sum over v0 of part5[v0]
; x6 is sum over v0 of part9[v0]
; x7 is delta1
; x8 is delta2
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
(assert (>= (+ (+ (+ (* x0 x1) x2) (* (- 1) (* x2 x1))) (* (- 1) x3)) 0))
(assert (>= (+ (+ (+ (* x4 x1) x5) (* (- 1) (* x5 x1))) (* (- 1) x6)) 0))
(assert (>= x1 0))
(assert (>= (+ (+ x7 (* (- 1) x4)) (* (- 1) x0)) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (+ x8 (* (- 1) x5)) (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* x7 x1) x8) (* (- 1) (* x8 x1))) (* (- 1) x6)) (* (- 1) x3)) 0)))
(check-sat)
