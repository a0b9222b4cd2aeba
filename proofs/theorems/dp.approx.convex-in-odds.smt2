; dp.approx.convex-in-odds, step 15
; x0 is w
; x1 is part0[y]
; x2 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* x1 x0) x2) (* (- 1) (* x2 x0))) 0)))
(check-sat)
(reset)
; dp.approx.convex-in-odds, step 16
; x0 is w
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is e^eps1
; x4 is part0[y]
; x5 is e^eps2
; x6 is part2[y]
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
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* (- 1) x1) (* x2 x5)) x6) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (- 1) x1) (* (* x2 x3) x0)) (* x2 x5)) (* (- 1) (* (* x2 x5) x0))) (* x4 x0)) x6) (* (- 1) (* x6 x0))) 0)))
(check-sat)
(reset)
; dp.approx.convex-in-odds, step 19
; x0 is sum over y0 of part0[y0]
; x1 is w
; x2 is sum over y0 of part2[y0]
; x3 is sum over y0 of part4[y0]
; x4 is delta1
; x5 is delta2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) x2) (* (- 1) (* x2 x1))) (* (- 1) x3)) 0))
(assert (>= x1 0))
(assert (>= (+ x4 (* (- 1) x0)) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ x5 (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x4 x1) x5) (* (- 1) (* x5 x1))) (* (- 1) x3)) 0)))
(check-sat)
