; dp.group-privacy.approx base, step 0
; x0 is delta
; x1 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
; denied
(assert (not (>= (+ (* (- 1) x1) 1) 0)))
(check-sat)
(reset)
; dp.group-privacy.approx step, step 0
; x0 is part3[y]
; x1 is part0[y]
; x2 is e^(steps*eps)
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
; dp.group-privacy.approx step, step 1
; x0 is e^(steps*eps)
; x1 is end.M[y]
; x2 is part3[y]
; x3 is start.M[y]
; x4 is e^eps
; x5 is next.M[y]
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
(assert (>= (+ (+ (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ (+ (* x4 x5) (* (- 1) x1)) x6) 0))
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x0 x4) x5) (* x0 x6)) x2) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.group-privacy.approx step, step 4
; x0 is delta
; x1 is sum over y0 of part0[y0]
; x2 is e^(steps*eps)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x2) (* (- 1) (* x1 x2))) 0)))
(check-sat)
(reset)
; dp.group-privacy.approx step, step 5
; x0 is sum over y0 of part0[y0]
; x1 is e^(steps*eps)
; x2 is sum over y0 of part3[y0]
; x3 is sum over y0 of part5[y0]
; x4 is delta
; x5 is part2
; x6 is sum_so_far
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ (* x4 x1) (* (- 1) (* x0 x1))) 0))
(assert (>= (+ (+ (* (- 1) x5) 1) (* (- 1) x2)) 0))
(assert (>= (+ (+ (* x4 x6) (- 1)) x5) 0))
; denied
(assert (not (>= (+ (+ (* x4 x1) (* x4 x6)) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.group-privacy.approx step, step 6
; x0 is next.M[y]
; x1 is e^(steps*eps)
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (* (* x1 x2) x0) 0)))
(check-sat)
(reset)
; dp.group-privacy.approx step, step 9
; x0 is sum over y0 of part5[y0]
; x1 is sum over y0 of start.M[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) 1) 0)))
(check-sat)
