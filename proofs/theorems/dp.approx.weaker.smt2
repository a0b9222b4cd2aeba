; dp.approx.weaker, step 9
; x0 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.approx.weaker, step 10
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps1
; x3 is part0[y]
; x4 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x0) (* x1 x4)) x3) 0)))
(check-sat)
(reset)
; dp.approx.weaker, step 13
; x0 is sum over y0 of part0[y0]
; x1 is sum over y0 of part2[y0]
; x2 is delta1
; x3 is delta2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x0)) 0))
(assert (>= (+ (* (- 1) x2) x3) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
