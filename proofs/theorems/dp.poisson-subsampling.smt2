; dp.poisson-subsampling, step 0
; x0 is q
; x1 is e^eps
; x2 is with.M[t,y]
; x3 is part0[t,y]
; x4 is without.M[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* x1 x2) x3) (* (- 1) x4)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x3 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* x1 x3) x0) (* (* x1 x0) x2)) (* (- 2) (* (* x1 x0) x4))) (* (- 1) (* (* (* x1 x0) x0) x2))) (* (* (* x1 x0) x0) x4)) (* (* (* x1 x1) x0) x4)) (* (* (* (* x1 x1) x0) x0) x2)) (* (- 1) (* (* (* (* x1 x1) x0) x0) x4))) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 1
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 3
; x0 is q
; x1 is with.M[t,y]
; x2 is without.M[t,y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* x3 x0) x2) (* (* (* x3 x0) x0) x1)) (* (- 1) (* (* (* x3 x0) x0) x2))) (* x0 x1)) (* (- 2) (* x0 x2))) (* (- 1) (* (* x0 x0) x1))) (* (* x0 x0) x2)) x2) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 4
; x0 is without.W[t]
; x1 is e^eps
; x2 is q
; x3 is without.M[t,y]
; x4 is with.M[t,y]
; x5 is part0[t,y]
; x6 is with.W[t]
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* x1 x2) x3) (* (* (* x1 x2) x2) x4)) (* (- 1) (* (* (* x1 x2) x2) x3))) (* x5 x2)) (* x2 x4)) (* (- 2) (* x2 x3))) (* (- 1) (* (* x2 x2) x4))) (* (* x2 x2) x3)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* x1 x2) x3) (* (* (* x1 x2) x2) x4)) (* (- 1) (* (* (* x1 x2) x2) x3))) (* x2 x4)) (* (- 2) (* x2 x3))) (* (- 1) (* (* x2 x2) x4))) (* (* x2 x2) x3)) x3) 0))
(assert (>= (+ x6 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x1 x2) x6) x3) (* (* (* (* x1 x2) x2) x4) x6)) (* (- 1) (* (* (* (* x1 x2) x2) x6) x3))) (* (* x5 x2) x0)) (* (* x2 x4) x6)) (* (- 2) (* (* x2 x6) x3))) (* (- 1) (* (* (* x2 x2) x4) x6))) (* (* (* x2 x2) x6) x3)) (* x6 x3)) (* (- 1) (* x3 x0))) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 5
; x0 is q
; x1 is without.W[t]
; x2 is part0[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (* (* x2 x0) x1) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 10
; x0 is q
; x1 is without.W[t]
; x2 is delta
; x3 is sum over y0 of part0[t,y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* (* x2 x0) x1) (* (- 1) (* (* x3 x0) x1))) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 11
; x0 is sum over t0 of without.W[t0]
; x1 is delta
; x2 is q
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* x1 x2)) (* (* x0 x1) x2)) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 13
; x0 is sum over t0,y1 of part0[t0,y1]*without.W[t0]
; x1 is q
; x2 is sum over y0 of part2[y0]
; x3 is sum over t0 of without.W[t0]
; x4 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* (* x3 x4) x1) (* (- 1) (* x0 x1))) 0))
(assert (= (+ (* (- 1) (* x4 x1)) (* (* x3 x4) x1)) 0))
; denied
(assert (not (>= (+ (* x4 x1) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 14
; x0 is q
; x1 is e^eps
; x2 is without.M[t,y]
; x3 is part1[t,y]
; x4 is with.M[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* x1 x2) x3) (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (+ (* (* x1 x0) x2) (* x3 x0)) (* (- 1) (* x0 x4))) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 15
; x0 is without.M[t,y]
; x1 is q
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
(assert (not (>= (+ (+ (* (* x2 x1) x0) (* (- 1) (* x1 x0))) x0) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 16
; x0 is with.W[t]
; x1 is e^eps
; x2 is q
; x3 is without.M[t,y]
; x4 is part1[t,y]
; x5 is with.M[t,y]
; x6 is without.W[t]
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
(assert (>= (+ (+ (* (* x1 x2) x3) (* x4 x2)) (* (- 1) (* x2 x5))) 0))
(assert (>= (+ (+ (* (* x1 x2) x3) (* (- 1) (* x2 x3))) x3) 0))
(assert (>= (+ (* (- 1) x0) x6) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (* (* x1 x2) x3) x6) (* (* x4 x2) x0)) (* (- 1) (* (* x2 x5) x0))) (* (* x2 x0) x3)) (* (- 1) (* (* x2 x3) x6))) (* (- 1) (* x0 x3))) (* x3 x6)) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 17
; x0 is q
; x1 is with.W[t]
; x2 is part1[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (* (* x2 x0) x1) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 22
; x0 is q
; x1 is with.W[t]
; x2 is delta
; x3 is sum over y0 of part1[t,y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* (* x2 x0) x1) (* (- 1) (* (* x3 x0) x1))) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 23
; x0 is sum over t0 of with.W[t0]
; x1 is delta
; x2 is q
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* x1 x2)) (* (* x0 x1) x2)) 0)))
(check-sat)
(reset)
; dp.poisson-subsampling, step 25
; x0 is sum over t0,y1 of part1[t0,y1]*with.W[t0]
; x1 is q
; x2 is sum over y0 of part3[y0]
; x3 is sum over t0 of with.W[t0]
; x4 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* (* x3 x4) x1) (* (- 1) (* x0 x1))) 0))
(assert (= (+ (* (- 1) (* x4 x1)) (* (* x3 x4) x1)) 0))
; denied
(assert (not (>= (+ (* x4 x1) (* (- 1) x2)) 0)))
(check-sat)
