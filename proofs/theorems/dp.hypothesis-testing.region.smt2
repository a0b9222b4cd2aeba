; dp.hypothesis-testing.region, step 6
; x0 is T.kept[y]
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
; dp.hypothesis-testing.region, step 8
; x0 is sum over y0 of T.kept[y0]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.hypothesis-testing.region, step 9
; x0 is T.kept[y]
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is e^eps
; x4 is part0[y]
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
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* (* x2 x0) x3)) (* x0 x4)) 0)))
(check-sat)
(reset)
; dp.hypothesis-testing.region, step 11
; x0 is sum over y0 of P.M[y0]*T.kept[y0]
; x1 is sum over y0 of Q.M[y0]*T.kept[y0]
; x2 is e^eps
; x3 is sum over y0 of T.kept[y0]*part0[y0]
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
; dp.hypothesis-testing.region, step 13
; x0 is T.rejected[y]
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
; dp.hypothesis-testing.region, step 15
; x0 is sum over y0 of T.rejected[y0]*part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.hypothesis-testing.region, step 16
; x0 is T.rejected[y]
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is e^eps
; x4 is part0[y]
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
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* (* x2 x0) x3)) (* x0 x4)) 0)))
(check-sat)
(reset)
; dp.hypothesis-testing.region, step 18
; x0 is sum over y0 of P.M[y0]*T.rejected[y0]
; x1 is sum over y0 of Q.M[y0]*T.rejected[y0]
; x2 is e^eps
; x3 is sum over y0 of T.rejected[y0]*part0[y0]
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
; dp.hypothesis-testing.region, step 20
; x0 is T.kept[y0]
; x1 is T.rejected[y0]
; x2 is part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ (+ x0 (- 1)) x1) 0))
; denied
(assert (not (= (+ (+ (* (- 1) (* x0 x2)) (* (- 1) (* x1 x2))) x2) 0)))
(check-sat)
(reset)
; dp.hypothesis-testing.region, step 22
; x0 is part2
; x1 is sum over y0 of T.kept[y0]*part0[y0]
; x2 is part3
; x3 is sum over y0 of T.rejected[y0]*part0[y0]
; x4 is delta
; x5 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ (* (- 1) x2) x3) 0))
(assert (>= (+ x4 (* (- 1) x5)) 0))
(assert (= (+ (+ (* (- 1) x1) (* (- 1) x3)) x5) 0))
; denied
(assert (not (>= (+ (+ x4 (* (- 1) x0)) (* (- 1) x2)) 0)))
(check-sat)
