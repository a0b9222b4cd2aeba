; dp.total-variation.composition.adaptive, step 3
; x0 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 4
; x0 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 6
; x0 is P.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 7
; x0 is Q.K[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 15
; x0 is P.K[y,z]
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is part1[y]
; x4 is part2[y,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ x1 (* (- 1) x2)) x3) 0))
(assert (>= x4 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* x0 x1) (* (- 1) (* x0 x2))) (* x0 x3)) (* x2 x4)) (* (- 1) (* x3 x4))) 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 16
; x0 is Q.M[y]
; x1 is P.K[y,z]
; x2 is Q.K[y,z]
; x3 is part2[y,z]
; x4 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) x2) x3) 0))
(assert (>= x4 0))
(assert (>= (+ x1 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x1 x0)) (* x1 x4)) (* x2 x0)) (* x0 x3)) (* (- 1) (* x4 x3))) 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 19
; x0 is t
; x1 is sum over z0 of part2[y,z0]
; x2 is Q.M[y]
; x3 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x2 x0) (* (- 1) (* x3 x0))) (* (- 1) (* x1 x2))) (* x1 x3)) 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 21
; x0 is sum over z0 of P.K[y0,z0]
; x1 is P.M[y0]
; x2 is Q.M[y0]
; x3 is part1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (+ (+ (+ (+ x1 (* (- 1) x2)) x3) (* (- 1) (* x0 x1))) (* x0 x2)) (* (- 1) (* x0 x3))) 0)))
(check-sat)
(reset)
; dp.total-variation.composition.adaptive, step 23
; x0 is sum over y0,z1 of P.K[y0,z1]*P.M[y0]
; x1 is sum over y0,z1 of P.K[y0,z1]*Q.M[y0]
; x2 is sum over y0,z1 of P.K[y0,z1]*part1[y0]
; x3 is sum over y0,z1 of Q.M[y0]*part2[y0,z1]
; x4 is sum over y0,z1 of part1[y0]*part2[y0,z1]
; x5 is sum over y0,z1 of part4[y0,z1]
; x6 is t
; x7 is s
; x8 is sum over y0 of part1[y0]
; x9 is sum over y0 of Q.M[y0]
; x10 is sum over y0 of P.M[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ x0 (* (- 1) x1)) x2) x3) (* (- 1) x4)) (* (- 1) x5)) 0))
(assert (>= (+ (* (- 1) x6) 1) 0))
(assert (>= (+ x7 (* (- 1) x8)) 0))
(assert (>= (+ (+ (+ (* x9 x6) (* (- 1) (* x8 x6))) (* (- 1) x3)) x4) 0))
(assert (= (+ x10 (- 1)) 0))
(assert (= (+ x9 (- 1)) 0))
(assert (= (+ (+ (+ (+ (+ x10 (* (- 1) x9)) x8) (* (- 1) x0)) x1) (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ x7 (* (- 1) (* x7 x6))) x6) (* (- 1) x5)) 0)))
(check-sat)
