; dp.sequential-composition.adaptive.probabilistic, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
; x3 is e^eps1
; x4 is case2[y,z]
; x5 is Q.K[y,z]
; x6 is e^eps2
; x7 is P.K[y,z]
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
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x1) x3)) 0))
(assert (>= x4 0))
(assert (>= x5 0))
(assert (>= (+ x6 (- 1)) 0))
(assert (>= (+ (* (- 1) (* x7 x4)) (* (* x5 x4) x6)) 0))
(assert (>= x1 0))
(assert (>= x0 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x7 x0) x1) x4)) (* (* (* (* (* x5 x2) x1) x4) x3) x6)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 1
; x0 is P.K[y,z]
; x1 is P.M[y]
; x2 is case0[y]
; x3 is case2[y,z]
; x4 is Q.K[y,z]
; x5 is Q.M[y]
; x6 is e^eps1
; x7 is e^eps2
; x8 is inverse4[y,z]
; x9 is case4[y,z]
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
(declare-const x9 Real)
; assumed
(assert (>= (+ (* (- 1) (* (* (* x0 x1) x2) x3)) (* (* (* (* (* x4 x5) x2) x3) x6) x7)) 0))
(assert (>= x8 0))
(assert (= (+ (+ (+ (* (- 1) (* (* x0 x1) x8)) 1) (* (* (* (* x4 x5) x6) x7) x8)) (* (- 1) x9)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x2 x3)) (* (* x2 x3) x9)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 2
; x0 is case0[y]
; x1 is case2[y,z]
; x2 is case4[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x0 x1) x2)) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) x2) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 3
; x0 is case0[y]
; x1 is case2[y,z]
; x2 is case4[y,z]
; x3 is P.M[y]
; x4 is P.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
(assert (>= x3 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x4 x3) x0) x1)) (* (* x4 x3) x2)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 4
; x0 is P.M[y]
; x1 is case0[y]
; x2 is delta2
; x3 is sum over z0 of P.K[y,z0]
; x4 is sum over z0 of P.K[y,z0]*case2[y,z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ x2 (* (- 1) x3)) x4) 0))
; denied
(assert (not (>= (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* x3 x0) x1))) (* (* x4 x0) x1)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 5
; x0 is sum over z0 of P.K[y,z0]
; x1 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 7
; x0 is sum over z0 of P.K[y,z0]
; x1 is P.M[y]
; x2 is case0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* x1 x2)) (* (* x0 x1) x2)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.adaptive.probabilistic, step 11
; x0 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*case0[y0]*case2[y0,z1]
; x1 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*case4[y0,z1]
; x2 is sum over y0 of P.M[y0]*case0[y0]
; x3 is delta2
; x4 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]*case0[y0]
; x5 is delta1
; x6 is sum over y0 of P.M[y0]
; x7 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]
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
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ (+ (* x2 x3) (* (- 1) x4)) x0) 0))
(assert (>= (+ (+ x5 (* (- 1) x6)) x2) 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (= (+ (* (- 1) x6) x7) 0))
(assert (= (+ (* (- 1) x2) x4) 0))
(assert (= (+ x6 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x5 (* (- 1) (* x5 x3))) x3) (* (- 1) x7)) x1) 0)))
(check-sat)
