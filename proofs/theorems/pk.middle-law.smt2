; pk.middle-law, step 0
; x0 is part0[y]
; x1 is part2[y]
; x2 is e^eps
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
; pk.middle-law, step 1
; x0 is e^eps
; x1 is middle.M[y]
; x2 is first.M[y]
; x3 is part0[y]
; x4 is last.M[y]
; x5 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) (* (- 1) x2)) x3) 0))
(assert (>= (+ (+ (* x0 x4) (* (- 1) x1)) x5) 0))
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x0 x5) (* (* x0 x0) x4)) (* (- 1) x2)) x3) 0)))
(check-sat)
(reset)
; pk.middle-law, step 4
; x0 is delta
; x1 is sum over y0 of part2[y0]
; x2 is e^eps
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
; pk.middle-law, step 5
; x0 is sum over y0 of part2[y0]
; x1 is e^eps
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part4[y0]
; x4 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ x4 (* (- 1) x2)) 0))
(assert (>= (+ (* x4 x1) (* (- 1) (* x0 x1))) 0))
; denied
(assert (not (>= (+ (+ x4 (* x4 x1)) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; pk.middle-law, step 6
; x0 is part3[y]
; x1 is part1[y]
; x2 is e^eps
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
; pk.middle-law, step 7
; x0 is e^eps
; x1 is middle.M[y]
; x2 is last.M[y]
; x3 is part3[y]
; x4 is first.M[y]
; x5 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) (* (- 1) x2)) x3) 0))
(assert (>= (+ (+ (* x0 x4) (* (- 1) x1)) x5) 0))
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x0 x5) (* (* x0 x0) x4)) (* (- 1) x2)) x3) 0)))
(check-sat)
(reset)
; pk.middle-law, step 10
; x0 is delta
; x1 is sum over y0 of part1[y0]
; x2 is e^eps
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
; pk.middle-law, step 11
; x0 is sum over y0 of part1[y0]
; x1 is e^eps
; x2 is sum over y0 of part3[y0]
; x3 is sum over y0 of part5[y0]
; x4 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) x2) (* (- 1) x3)) 0))
(assert (>= (+ x4 (* (- 1) x2)) 0))
(assert (>= (+ (* x4 x1) (* (- 1) (* x0 x1))) 0))
; denied
(assert (not (>= (+ (+ x4 (* x4 x1)) (* (- 1) x3)) 0)))
(check-sat)
