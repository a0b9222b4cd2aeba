; dp.two-steps.approx, step 25
; x0 is part0[y]
; x1 is part2[y]
; x2 is e^eps1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* x2 x1) x0) 0)))
(check-sat)
(reset)
; dp.two-steps.approx, step 26
; x0 is a.M[y]
; x1 is b.M[y]
; x2 is e^eps1
; x3 is part0[y]
; x4 is c.M[y]
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
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= (+ (+ (* (- 1) x1) (* x4 x5)) x6) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x0) (* (* x4 x2) x5)) (* x2 x6)) x3) 0)))
(check-sat)
(reset)
; dp.two-steps.approx, step 29
; x0 is sum over y0 of part2[y0]
; x1 is e^eps1
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part5[y0]
; x4 is delta1
; x5 is delta2
; x6 is e^eps2
; x7 is part4
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
(assert (>= (+ (+ (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ x4 (* (- 1) x2)) 0))
(assert (>= (+ x5 (* (- 1) x0)) 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x4) (* x4 x6)) x5) (* (- 1) (* x5 x1))) x7) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x4 x6) x5) x7) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.two-steps.approx, step 30
; x0 is part1[y]
; x1 is part3[y]
; x2 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* x2 x0) x1) 0)))
(check-sat)
(reset)
; dp.two-steps.approx, step 31
; x0 is a.M[y]
; x1 is e^eps1
; x2 is b.M[y]
; x3 is part1[y]
; x4 is e^eps2
; x5 is c.M[y]
; x6 is part3[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) (* (- 1) x2)) x3) 0))
(assert (>= (+ (+ (* x2 x4) (* (- 1) x5)) x6) 0))
(assert (>= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x0 x1) x4) (* (- 1) x5)) (* x4 x3)) x6) 0)))
(check-sat)
(reset)
; dp.two-steps.approx, step 34
; x0 is a.M[y]
; x1 is part4
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
; dp.two-steps.approx, step 36
; x0 is sum over y0 of part1[y0]
; x1 is e^eps2
; x2 is sum over y0 of part3[y0]
; x3 is sum over y0 of part6[y0]
; x4 is delta1
; x5 is delta2
; x6 is sum over y0 of a.M[y0]
; x7 is part4
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
(assert (>= (+ (+ (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ x4 (* (- 1) x0)) 0))
(assert (>= (+ x5 (* (- 1) x2)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (* x6 x7) 0))
(assert (= (+ x6 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x4 x1) x5) x7) (* (- 1) x3)) 0)))
(check-sat)
