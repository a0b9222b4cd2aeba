; dp.composition.pure-then-approx, step 0
; x0 is P.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.composition.pure-then-approx, step 1
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
; dp.composition.pure-then-approx, step 9
; x0 is P.M[y]
; x1 is part0[y,z]
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
; dp.composition.pure-then-approx, step 10
; x0 is P.M[y]
; x1 is P.K[y,z]
; x2 is Q.K[y,z]
; x3 is e^eps2
; x4 is part0[y,z]
; x5 is Q.M[y]
; x6 is e^eps1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) (* x2 x3)) x4) 0))
(assert (>= (+ (* (- 1) x0) (* x5 x6)) 0))
(assert (>= (+ x1 (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* x0 x4)) (* (* (* x2 x5) x6) x3)) 0)))
(check-sat)
(reset)
; dp.composition.pure-then-approx, step 13
; x0 is P.M[y]
; x1 is delta
; x2 is sum over z0 of part0[y,z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (* x0 x1) (* (- 1) (* x2 x0))) 0)))
(check-sat)
(reset)
; dp.composition.pure-then-approx, step 15
; x0 is sum over y0,z1 of P.M[y0]*part0[y0,z1]
; x1 is sum over y0,z1 of part2[y0,z1]
; x2 is sum over y0 of P.M[y0]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* x2 x3) (* (- 1) x0)) 0))
(assert (= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
