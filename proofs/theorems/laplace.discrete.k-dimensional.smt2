; laplace.discrete.k-dimensional, step 0
; x0 is part1[i]
; x1 is part4[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ x0 x1) 0)))
(check-sat)
(reset)
; laplace.discrete.k-dimensional, step 1
; x0 is X.1[i]
; x1 is Y.1[i]
; x2 is part1[i]
; x3 is Z.1[i]
; x4 is part4[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ x0 (* (- 1) x1)) x2) 0))
(assert (>= (+ (+ (* (- 1) x0) x3) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x1) x3) x2) x4) 0)))
(check-sat)
(reset)
; laplace.discrete.k-dimensional, step 4
; x0 is part0[i]
; x1 is part5[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ x0 x1) 0)))
(check-sat)
(reset)
; laplace.discrete.k-dimensional, step 5
; x0 is X.1[i]
; x1 is Y.1[i]
; x2 is part0[i]
; x3 is Z.1[i]
; x4 is part5[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) x2) 0))
(assert (>= (+ (+ x0 (* (- 1) x3)) x4) 0))
; denied
(assert (not (>= (+ (+ (+ x1 (* (- 1) x3)) x2) x4) 0)))
(check-sat)
(reset)
; laplace.discrete.k-dimensional, step 8
; x0 is sum over coordinates0 of part1[coordinates0]
; x1 is sum over coordinates0 of part2[coordinates0]
; x2 is sum over coordinates0 of part4[coordinates0]
; x3 is sum over coordinates0 of part0[coordinates0]
; x4 is sum over coordinates0 of part3[coordinates0]
; x5 is sum over coordinates0 of part5[coordinates0]
; x6 is sum over coordinates0 of X.0[coordinates0]
; x7 is t
; x8 is sum over coordinates0 of X.1[coordinates0]
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
(assert (>= (+ (+ x0 (* (- 1) x1)) x2) 0))
(assert (>= (+ (+ x3 (* (- 1) x4)) x5) 0))
(assert (>= (+ (+ (+ (* x6 x7) (* x8 x7)) (* (- 1) x3)) (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* x6 x7) (* x8 x7)) (* (- 1) x1)) (* (- 1) x4)) x2) x5) 0)))
(check-sat)
