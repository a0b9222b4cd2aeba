; dp.sequential-composition.adaptive.approx, step 0
; x0 is Q.M[y]
; x1 is e^eps1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.approx, step 2
; x0 is Q.K[y,z]
; x1 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.approx, step 3
; x0 is part0[y]
; x1 is P.K[y,z]
; x2 is P.M[y]
; x3 is part2[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (* (- 1) x0)) 0))
(assert (>= x3 0))
; denied
(assert (not (>= (+ (+ (* x1 x0) (* x2 x3)) (* (- 1) (* x0 x3))) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.approx, step 4
; x0 is P.M[y]
; x1 is part0[y]
; x2 is P.K[y,z]
; x3 is Q.K[y,z]
; x4 is e^eps2
; x5 is part2[y,z]
; x6 is Q.M[y]
; x7 is e^eps1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (+ (* (- 1) x2) (* x3 x4)) x5) 0))
(assert (>= (+ (+ (* (- 1) x0) (* x6 x7)) x1) 0))
(assert (>= (* x3 x4) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x2 x0)) (* x2 x1)) (* x0 x5)) (* (* (* x3 x6) x7) x4)) (* (- 1) (* x1 x5))) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.approx, step 7
; x0 is sum over z0 of P.K[y,z0]
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
; dp.sequential-composition.adaptive.approx, step 9
; x0 is P.M[y]
; x1 is part0[y]
; x2 is delta2
; x3 is sum over z0 of part2[y,z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x0 x2) (* (- 1) (* x2 x1))) (* (- 1) (* x3 x0))) (* x3 x1)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.approx, step 11
; x0 is part0[y]
; x1 is delta2
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
; dp.sequential-composition.adaptive.approx, step 13
; x0 is sum over y0 of P.M[y0]
; x1 is delta2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.approx, step 14
; x0 is sum over y0,z1 of P.K[y0,z1]*part0[y0]
; x1 is sum over y0,z1 of P.M[y0]*part2[y0,z1]
; x2 is sum over y0,z1 of part0[y0]*part2[y0,z1]
; x3 is sum over y0,z1 of part4[y0,z1]
; x4 is sum over y0 of P.M[y0]
; x5 is delta2
; x6 is sum over y0 of part0[y0]
; x7 is delta1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
; assumed
(assert (>= (+ (+ (+ x0 x1) (* (- 1) x2)) (* (- 1) x3)) 0))
(assert (>= (+ (+ (+ (* x4 x5) (* (- 1) (* x6 x5))) (* (- 1) x1)) x2) 0))
(assert (>= (* x6 x5) 0))
(assert (>= (+ x7 (* (- 1) x6)) 0))
(assert (= (+ (* (- 1) x6) x0) 0))
(assert (= (+ (* (- 1) x5) (* x4 x5)) 0))
; denied
(assert (not (>= (+ (+ x7 x5) (* (- 1) x3)) 0)))
(check-sat)
