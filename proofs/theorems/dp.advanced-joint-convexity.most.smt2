; dp.advanced-joint-convexity.most, step 9
; x0 is w
; x1 is part0[y]
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
; dp.advanced-joint-convexity.most, step 10
; x0 is w
; x1 is base.M[y]
; x2 is e^eps
; x3 is quotient0
; x4 is last.M[y]
; x5 is first.M[y]
; x6 is part0[y]
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
(assert (>= (+ (+ (+ (+ (* x1 x2) (* (- 1) (* (* x1 x2) x3))) (* (* x2 x4) x3)) (* (- 1) x5)) x6) 0))
(assert (= (+ (+ (+ (* x2 x3) (- 1)) (* (- 1) (* x2 x0))) x0) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* x1 x2) x0) (* (- 1) (* (* (* x1 x2) x0) x0))) (* (- 1) (* x1 x0))) (* (* x1 x0) x0)) (* (* (* x2 x4) x0) x0)) (* (- 1) (* x5 x0))) (* x4 x0)) (* (- 1) (* (* x4 x0) x0))) (* x6 x0)) 0)))
(check-sat)
(reset)
; dp.advanced-joint-convexity.most, step 13
; x0 is sum over y0 of part0[y0]
; x1 is w
; x2 is sum over y0 of part1[y0]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= x1 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (* x3 x1) (* (- 1) x2)) 0)))
(check-sat)
