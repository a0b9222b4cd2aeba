; dp.composition.approx-with-pure, step 0
; x0 is P.M1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.composition.approx-with-pure, step 1
; x0 is Q.M1[y]
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
; dp.composition.approx-with-pure, step 9
; x0 is P.M2[z]
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
; dp.composition.approx-with-pure, step 10
; x0 is P.M2[z]
; x1 is P.M1[y]
; x2 is Q.M1[y]
; x3 is e^eps1
; x4 is part0[y]
; x5 is Q.M2[z]
; x6 is e^eps2
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
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* x0 x4)) (* (* (* x2 x5) x3) x6)) 0)))
(check-sat)
(reset)
; dp.composition.approx-with-pure, step 13
; x0 is sum over z0 of P.M2[z0]
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
; dp.composition.approx-with-pure, step 15
; x0 is sum over y0 of part0[y0]
; x1 is sum over z0 of P.M2[z0]
; x2 is sum over y0,z1 of part2[y0,z1]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
(assert (= (+ x0 (* (- 1) (* x0 x1))) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x2)) 0)))
(check-sat)
