; dp.parallel-composition.disjoint-blocks.pure, step 0
; x0 is P.M1[y]
; x1 is Q.M1[y]
; x2 is e^eps1
; x3 is P.M2[z]
; x4 is e^eps2
; x5 is part0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (* (- 1) x2) x4) x5) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x0 x3)) (* (* x3 x1) x4)) (* (* x3 x1) x5)) 0)))
(check-sat)
(reset)
; dp.parallel-composition.disjoint-blocks.pure, step 1
; x0 is P.M2[z]
; x1 is Q.M2[z]
; x2 is e^eps2
; x3 is P.M1[y]
; x4 is part0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= x3 0))
(assert (>= x4 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x3 x0)) (* (* x3 x1) x2)) (* (* x3 x1) x4)) 0)))
(check-sat)
