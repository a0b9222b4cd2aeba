; dp.poisson-subsampling.pure, step 0
; x0 is without.M[t,y]
; x1 is with.W[t]
; x2 is without.W[t]
; x3 is q
; x4 is e^eps
; x5 is with.M[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= x1 0))
(assert (>= x3 0))
(assert (>= (+ (* x4 x5) (* (- 1) x0)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ (* x4 x0) (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x4 x3) x5) x1) (* (- 1) (* (* (* x4 x3) x1) x0))) (* (* x4 x1) x0)) (* (- 1) (* (* x4 x0) x2))) (* (* (* (* x4 x4) x3) x1) x0)) (* (* (* (* (* x4 x4) x3) x3) x5) x1)) (* (- 1) (* (* (* (* (* x4 x4) x3) x3) x1) x0))) (* (* x3 x5) x1)) (* (- 2) (* (* x3 x1) x0))) (* (- 1) (* (* (* x3 x3) x5) x1))) (* (* (* x3 x3) x1) x0)) (* x1 x0)) (* (- 1) (* x0 x2))) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling.pure, step 2
; x0 is sum over t0 of with.M[t0,y]*with.W[t0]
; x1 is e^eps
; x2 is q
; x3 is sum over t0 of with.W[t0]*without.M[t0,y]
; x4 is sum over t0 of without.M[t0,y]*without.W[t0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* x3 x1) x2))) (* x3 x1)) (* (- 1) (* x4 x1))) (* (* (* x3 x1) x1) x2)) (* (* (* (* x0 x1) x1) x2) x2)) (* (- 1) (* (* (* (* x3 x1) x1) x2) x2))) (* x0 x2)) (* (- 2) (* x3 x2))) (* (- 1) (* (* x0 x2) x2))) (* (* x3 x2) x2)) x3) (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* x3 x1) x2))) (* x3 x1)) (* (- 1) (* x4 x1))) (* (* (* x3 x1) x1) x2)) (* (* (* (* x0 x1) x1) x2) x2)) (* (- 1) (* (* (* (* x3 x1) x1) x2) x2))) (* x0 x2)) (* (- 2) (* x3 x2))) (* (- 1) (* (* x0 x2) x2))) (* (* x3 x2) x2)) x3) (* (- 1) x4)) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling.pure, step 3
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling.pure, step 5
; x0 is without.W[t]
; x1 is q
; x2 is e^eps
; x3 is without.M[t,y]
; x4 is with.M[t,y]
; x5 is with.W[t]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* x2 x3) (* (- 1) x4)) 0))
(assert (>= x3 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (* (- 1) x5) x0) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (* (* x2 x1) x3) x0) (* (- 1) (* (* x1 x4) x5))) (* (* x1 x5) x3)) (* (- 1) (* (* x1 x3) x0))) (* (- 1) (* x5 x3))) (* x3 x0)) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling.pure, step 7
; x0 is sum over t0 of without.M[t0,y]*without.W[t0]
; x1 is e^eps
; x2 is q
; x3 is sum over t0 of with.M[t0,y]*with.W[t0]
; x4 is sum over t0 of with.W[t0]*without.M[t0,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* x3 x2))) (* x4 x2)) (* (- 1) (* x0 x2))) (* (- 1) x4)) x0) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* x3 x2))) (* x4 x2)) (* (- 1) (* x0 x2))) (* (- 1) x4)) x0) 0)))
(check-sat)
