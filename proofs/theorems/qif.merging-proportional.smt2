; qif.merging-proportional 0 implies 1, step 0
; x0 is Q.K[y]
; x1 is e^eps
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
; qif.merging-proportional 0 implies 1, step 1
; x0 is part0[y]
; x1 is P.L[y,z]
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
; qif.merging-proportional 0 implies 1, step 2
; x0 is P.K[y]
; x1 is Q.K[y]
; x2 is e^eps
; x3 is part0[y]
; x4 is P.L[y,z]
; x5 is Q.L[y,z]
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
(assert (>= (* x1 x2) 0))
(assert (>= (+ (* (- 1) x4) x5) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x0 x4)) (* x4 x3)) (* (* x1 x5) x2)) 0)))
(check-sat)
(reset)
; qif.merging-proportional 0 implies 1, step 5
; x0 is sum over z0 of P.L[y,z0]
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
; qif.merging-proportional 0 implies 1, step 7
; x0 is sum over y0,z1 of P.L[y0,z1]*part0[y0]
; x1 is sum over y0,z1 of part1[y0,z1]
; x2 is delta
; x3 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
(assert (= (+ (* (- 1) x3) x0) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; qif.merging-proportional 1 implies 0, step 1
; x0 is sum over z0 of P.L[y,z0]
; x1 is P.K[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; qif.merging-proportional 1 implies 0, step 2
; x0 is sum over z0 of Q.L[y,z0]
; x1 is Q.K[y]
; x2 is e^eps
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
; qif.merging-proportional 1 implies 0, step 4
; x0 is sum over z0 of P.L[y,z0]
; x1 is P.K[y]
; x2 is sum over z0 of Q.L[y,z0]
; x3 is Q.K[y]
; x4 is e^eps
; x5 is sum over z0 of part0[y,z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x4)) x5) 0))
(assert (= (+ (* (- 1) x1) (* x0 x1)) 0))
(assert (= (+ (* (- 1) (* x3 x4)) (* (* x2 x3) x4)) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x1) (* x3 x4)) x5) 0)))
(check-sat)
(reset)
; qif.merging-proportional 1 implies 0, step 7
; x0 is sum over y0 of part1[y0]
; x1 is sum over y0,z1 of part0[y0,z1]
; x2 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ x2 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x0)) 0)))
(check-sat)
