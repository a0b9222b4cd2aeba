; dp.pufferfish.post-processing.approx, step 0
; x0 is f[y,z]
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
; dp.pufferfish.post-processing.approx, step 2
; x0 is sum over y0 of f[y0,z]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.pufferfish.post-processing.approx, step 3
; x0 is f[y,z]
; x1 is part0[y]
; x2 is sum over x0 of M[x0,y]*P.T[x0]
; x3 is sum over x0 of M[x0,y]*Q.T[x0]
; x4 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ x1 (* (- 1) x2)) (* x3 x4)) 0))
; denied
(assert (not (>= (+ (+ (* x0 x1) (* (- 1) (* x2 x0))) (* (* x3 x4) x0)) 0)))
(check-sat)
(reset)
; dp.pufferfish.post-processing.approx, step 5
; x0 is sum over x0,y1 of M[x0,y1]*P.T[x0]*f[y1,z]
; x1 is sum over x0,y1 of M[x0,y1]*Q.T[x0]*f[y1,z]
; x2 is e^eps
; x3 is sum over y0 of f[y0,z]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0)))
(check-sat)
(reset)
; dp.pufferfish.post-processing.approx, step 8
; x0 is sum over z0 of f[y0,z0]
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
; dp.pufferfish.post-processing.approx, step 10
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
(assert (= (+ x3 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x1)) 0)))
(check-sat)
