; dp.advanced-joint-convexity.least, step 6
; x0 is base.M[y]
; x1 is e^eps
; x2 is w
; x3 is last.M[y]
; x4 is first.M[y]
; x5 is part1[y]
; x6 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* (* x0 x1) x2) x2))) (* (- 1) (* x0 x2))) (* (* x0 x2) x2)) (* (* (* x1 x3) x2) x2)) (* (- 1) (* x4 x2))) (* x3 x2)) (* (- 1) (* (* x3 x2) x2))) x5) 0))
(assert (= (+ (+ (+ (* x1 x6) (- 1)) (* (- 1) (* x1 x2))) x2) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* (* (* x0 x1) x6) x2)) (* (* x0 x1) x2)) (* (* (* x1 x3) x6) x2)) (* (- 1) (* x4 x2))) x5) 0)))
(check-sat)
(reset)
; dp.advanced-joint-convexity.least, step 7
; x0 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.advanced-joint-convexity.least, step 9
; x0 is part0[y]
; x1 is w
; x2 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) x2) 0)))
(check-sat)
(reset)
; dp.advanced-joint-convexity.least, step 11
; x0 is w
; x1 is delta
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) x2) 0))
(assert (>= (+ (* (- 1) (* x2 x0)) x3) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x1 x0)) x3) 0)))
(check-sat)
