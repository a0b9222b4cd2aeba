; dp.sequential-composition.adaptive.both-survive, step 0
; x0 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.both-survive, step 1
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
; dp.sequential-composition.adaptive.both-survive, step 6
; x0 is P.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.both-survive, step 7
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
; dp.sequential-composition.adaptive.both-survive, step 15
; x0 is P.K[y,z]
; x1 is part0[y]
; x2 is part2[y,z]
; x3 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ (+ (* x0 x1) (* x3 x2)) (* (- 1) (* x1 x2))) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.both-survive, step 16
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps1
; x3 is part0[y]
; x4 is P.K[y,z]
; x5 is Q.K[y,z]
; x6 is e^eps2
; x7 is part2[y,z]
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
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= (+ (+ (* (- 1) x4) (* x5 x6)) x7) 0))
(assert (>= (+ x4 (* (- 1) x7)) 0))
(assert (>= (+ x0 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x4 x0)) (* x4 x3)) (* x0 x7)) (* (* (* x5 x1) x2) x6)) (* (- 1) (* x3 x7))) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.both-survive, step 19
; x0 is delta2
; x1 is sum over z0 of part2[y,z0]
; x2 is P.M[y]
; x3 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x2 x0) (* (- 1) (* x0 x3))) (* (- 1) (* x1 x2))) (* x1 x3)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.both-survive, step 21
; x0 is sum over z0 of P.K[y0,z0]
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
; dp.sequential-composition.adaptive.both-survive, step 23
; x0 is sum over y0,z1 of P.K[y0,z1]*part0[y0]
; x1 is sum over y0,z1 of P.M[y0]*part2[y0,z1]
; x2 is sum over y0,z1 of part0[y0]*part2[y0,z1]
; x3 is sum over y0,z1 of part4[y0,z1]
; x4 is delta2
; x5 is delta1
; x6 is sum over y0 of part0[y0]
; x7 is sum over y0 of P.M[y0]
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
(assert (>= (+ (* (- 1) x4) 1) 0))
(assert (>= (+ x5 (* (- 1) x6)) 0))
(assert (>= (+ (+ (+ (* x7 x4) (* (- 1) (* x6 x4))) (* (- 1) x1)) x2) 0))
(assert (= (+ x7 (- 1)) 0))
(assert (= (+ x6 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (+ (+ x5 (* (- 1) (* x5 x4))) x4) (* (- 1) x3)) 0)))
(check-sat)
