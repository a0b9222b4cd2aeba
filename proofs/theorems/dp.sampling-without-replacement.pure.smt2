; dp.sampling-without-replacement.pure, step 0
; x0 is first.M[t,y]
; x1 is first.W[t]
; x2 is second.W[t]
; x3 is q
; x4 is e^eps
; x5 is second.M[t,y]
; x6 is other.M[t,y]
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
(assert (>= (+ (* (- 1) x1) x2) 0))
(assert (>= x2 0))
(assert (>= x3 0))
(assert (>= (+ (* x4 x5) (* (- 1) x0)) 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ (* x4 x6) (* (- 1) x0)) 0))
(assert (>= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* (* x4 x0) x1) x3)) (* (- 1) (* (* x4 x1) x6))) (* (* (* x4 x1) x6) x3)) (* (- 2) (* (* (* x4 x6) x3) x2))) (* (* (* (* x4 x6) x3) x3) x2)) (* (* x4 x6) x2)) (* (* (* x4 x3) x5) x2)) (* (- 1) (* (* (* (* x4 x3) x3) x5) x2))) (* (* (* (* x4 x4) x6) x3) x2)) (* (- 1) (* (* (* (* (* x4 x4) x6) x3) x3) x2))) (* (* (* (* (* x4 x4) x3) x3) x5) x2)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement.pure, step 2
; x0 is sum over t0 of first.M[t0,y]*first.W[t0]
; x1 is e^eps
; x2 is q
; x3 is sum over t0 of first.W[t0]*other.M[t0,y]
; x4 is sum over t0 of other.M[t0,y]*second.W[t0]
; x5 is sum over t0 of second.M[t0,y]*second.W[t0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x2)) (* (- 1) (* x3 x1))) (* (* x3 x1) x2)) (* (- 2) (* (* x4 x1) x2))) (* (* (* x4 x1) x2) x2)) (* x4 x1)) (* (* x5 x1) x2)) (* (- 1) (* (* (* x5 x1) x2) x2))) (* (* (* x4 x1) x1) x2)) (* (- 1) (* (* (* (* x4 x1) x1) x2) x2))) (* (* (* (* x5 x1) x1) x2) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x2)) (* (- 1) (* x3 x1))) (* (* x3 x1) x2)) (* (- 2) (* (* x4 x1) x2))) (* (* (* x4 x1) x2) x2)) (* x4 x1)) (* (* x5 x1) x2)) (* (- 1) (* (* (* x5 x1) x2) x2))) (* (* (* x4 x1) x1) x2)) (* (- 1) (* (* (* (* x4 x1) x1) x2) x2))) (* (* (* (* x5 x1) x1) x2) x2)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement.pure, step 3
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement.pure, step 5
; x0 is first.M[t,y]
; x1 is first.W[t]
; x2 is second.W[t]
; x3 is q
; x4 is e^eps
; x5 is second.M[t,y]
; x6 is other.M[t,y]
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
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= x1 0))
(assert (>= x3 0))
(assert (>= (+ (* x4 x0) (* (- 1) x5)) 0))
(assert (>= (+ (* x4 x5) (* (- 1) x0)) 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ (* x4 x6) (* (- 1) x0)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ (* x4 x6) (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x4 x0) x1) x3) (* (- 1) (* (* (* (* x4 x0) x1) x3) x3))) (* (* x4 x1) x6)) (* (- 2) (* (* (* x4 x1) x6) x3))) (* (* (* (* x4 x1) x6) x3) x3)) (* (* (* x4 x6) x3) x2)) (* (- 1) (* (* x4 x6) x2))) (* (- 1) (* (* (* x4 x3) x5) x2))) (* (* (* (* (* x4 x4) x0) x1) x3) x3)) (* (* (* (* x4 x4) x1) x6) x3)) (* (- 1) (* (* (* (* (* x4 x4) x1) x6) x3) x3))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement.pure, step 7
; x0 is sum over t0 of first.M[t0,y]*first.W[t0]
; x1 is e^eps
; x2 is q
; x3 is sum over t0 of first.W[t0]*other.M[t0,y]
; x4 is sum over t0 of other.M[t0,y]*second.W[t0]
; x5 is sum over t0 of second.M[t0,y]*second.W[t0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* (* x0 x1) x2) x2))) (* x3 x1)) (* (- 2) (* (* x3 x1) x2))) (* (* (* x3 x1) x2) x2)) (* (* x4 x1) x2)) (* (- 1) (* x4 x1))) (* (- 1) (* (* x5 x1) x2))) (* (* (* (* x0 x1) x1) x2) x2)) (* (* (* x3 x1) x1) x2)) (* (- 1) (* (* (* (* x3 x1) x1) x2) x2))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* (* x0 x1) x2) x2))) (* x3 x1)) (* (- 2) (* (* x3 x1) x2))) (* (* (* x3 x1) x2) x2)) (* (* x4 x1) x2)) (* (- 1) (* x4 x1))) (* (- 1) (* (* x5 x1) x2))) (* (* (* (* x0 x1) x1) x2) x2)) (* (* (* x3 x1) x1) x2)) (* (- 1) (* (* (* (* x3 x1) x1) x2) x2))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement.pure, step 8
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
