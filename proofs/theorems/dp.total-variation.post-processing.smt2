; dp.total-variation.post-processing, step 6
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
; dp.total-variation.post-processing, step 8
; x0 is sum over y0 of f[y0,z]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.post-processing, step 9
; x0 is f[y,z]
; x1 is P.M[y]
; x2 is Q.M[y]
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
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* x2 x0)) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.total-variation.post-processing, step 11
; x0 is sum over y0 of P.M[y0]*f[y0,z]
; x1 is sum over y0 of Q.M[y0]*f[y0,z]
; x2 is sum over y0 of f[y0,z]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) x2) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x0) x1) x2) 0)))
(check-sat)
(reset)
; dp.total-variation.post-processing, step 14
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
; dp.total-variation.post-processing, step 16
; x0 is sum over y0,z1 of f[y0,z1]*part0[y0]
; x1 is sum over z0 of part2[z0]
; x2 is t
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
