; dp.parallel-composition.disjoint-blocks.approx, step 0
; x0 is part0[y]
; x1 is P.M2[z]
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
; dp.parallel-composition.disjoint-blocks.approx, step 1
; x0 is P.M1[y]
; x1 is Q.M1[y]
; x2 is e^eps1
; x3 is part0[y]
; x4 is P.M2[z]
; x5 is e^eps2
; x6 is part4
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= x4 0))
(assert (>= (+ (+ (* (- 1) x2) x5) x6) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* x0 x4)) (* (* x4 x1) x5)) (* (* x4 x1) x6)) (* x4 x3)) 0)))
(check-sat)
(reset)
; dp.parallel-composition.disjoint-blocks.approx, step 4
; x0 is sum over z0 of P.M2[z0]
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
; dp.parallel-composition.disjoint-blocks.approx, step 6
; x0 is sum over y0 of part0[y0]
; x1 is sum over z0 of P.M2[z0]
; x2 is sum over y0,z1 of part6[y0,z1]
; x3 is delta1
; x4 is delta2
; x5 is part5
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
(assert (>= (+ (+ (* (- 1) x3) x4) x5) 0))
(assert (= (+ (* (- 1) x0) (* x0 x1)) 0))
; denied
(assert (not (>= (+ (+ x4 x5) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.parallel-composition.disjoint-blocks.approx, step 7
; x0 is part2[z]
; x1 is P.M1[y]
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
; dp.parallel-composition.disjoint-blocks.approx, step 8
; x0 is P.M2[z]
; x1 is Q.M2[z]
; x2 is e^eps2
; x3 is part2[z]
; x4 is P.M1[y]
; x5 is part4
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= x4 0))
(assert (>= x5 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* x4 x0)) (* (* x4 x1) x2)) (* (* x4 x1) x5)) (* x4 x3)) 0)))
(check-sat)
(reset)
; dp.parallel-composition.disjoint-blocks.approx, step 11
; x0 is sum over y0 of P.M1[y0]
; x1 is part2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.parallel-composition.disjoint-blocks.approx, step 13
; x0 is sum over y0 of P.M1[y0]
; x1 is sum over z0 of part2[z0]
; x2 is sum over y0,z1 of part7[y0,z1]
; x3 is delta2
; x4 is part5
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x1)) 0))
(assert (>= x4 0))
(assert (= (+ (* x0 x1) (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ (+ x3 x4) (* (- 1) x2)) 0)))
(check-sat)
