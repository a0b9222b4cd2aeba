; pk.mean-over-values.least, step 0
; x0 is P.A[y]
; x1 is w
; x2 is Q.A[y]
; x3 is e^eps
; x4 is part4[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0)))
(check-sat)
(reset)
; pk.mean-over-values.least, step 3
; x0 is P.C[z]
; x1 is w
; x2 is Q.C[z]
; x3 is e^eps
; x4 is part5[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x1)) (* x2 x3)) (* (- 1) (* (* x2 x3) x1))) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x1)) (* x2 x3)) (* (- 1) (* (* x2 x3) x1))) x4) 0)))
(check-sat)
(reset)
; pk.mean-over-values.least, step 6
; x0 is w
; x1 is delta1
; x2 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) x2) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x1 x0)) (* x2 x0)) 0)))
(check-sat)
(reset)
; pk.mean-over-values.least, step 7
; x0 is w
; x1 is delta2
; x2 is sum over z0 of part2[z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x1) x2) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x1) (* x1 x0)) x2) (* (- 1) (* x2 x0))) 0)))
(check-sat)
(reset)
; pk.mean-over-values.least, step 8
; x0 is sum over y0 of part0[y0]
; x1 is w
; x2 is sum over y0 of part4[y0]
; x3 is sum over z0 of part2[z0]
; x4 is sum over z0 of part5[z0]
; x5 is delta1
; x6 is delta2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
(assert (>= (+ (+ (* (- 1) x3) (* x3 x1)) x4) 0))
(assert (>= (+ (* (- 1) (* x5 x1)) (* x0 x1)) 0))
(assert (>= (+ (+ (+ (* (- 1) x6) (* x6 x1)) x3) (* (- 1) (* x3 x1))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x5 x1)) (* (- 1) x6)) (* x6 x1)) x2) x4) 0)))
(check-sat)
