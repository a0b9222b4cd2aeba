; dp.sampling-without-replacement, step 0
; x0 is q
; x1 is e^eps
; x2 is second.M[t,y]
; x3 is first.M[t,y]
; x4 is part0[t,y]
; x5 is other.M[t,y]
; x6 is part1[t,y]
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
(assert (>= (+ (+ (* x1 x2) (* (- 1) x3)) x4) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* x1 x5) (* (- 1) x3)) x6) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x3) x0)) (* (- 1) (* (* x1 x5) x0))) (* (* (* x1 x5) x0) x0)) (* (* (* x1 x4) x0) x0)) (* (* x1 x6) x0)) (* (- 1) (* (* (* x1 x6) x0) x0))) (* (* x1 x0) x2)) (* (- 1) (* (* (* x1 x0) x0) x2))) (* (* (* x1 x1) x5) x0)) (* (- 1) (* (* (* (* x1 x1) x5) x0) x0))) (* (* (* (* x1 x1) x0) x0) x2)) (* x4 x0)) (* (- 1) (* (* x4 x0) x0))) (* (- 1) (* x6 x0))) (* (* x6 x0) x0)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 1
; x0 is q
; x1 is second.M[t,y]
; x2 is other.M[t,y]
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
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* x3 x2) (* (- 2) (* (* x3 x2) x0))) (* (* (* x3 x2) x0) x0)) (* (* x3 x0) x1)) (* (- 1) (* (* (* x3 x0) x0) x1))) (* (* (* x3 x3) x2) x0)) (* (- 1) (* (* (* (* x3 x3) x2) x0) x0))) (* (* (* (* x3 x3) x0) x0) x1)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 2
; x0 is first.W[t]
; x1 is e^eps
; x2 is first.M[t,y]
; x3 is q
; x4 is other.M[t,y]
; x5 is part0[t,y]
; x6 is part1[t,y]
; x7 is second.M[t,y]
; x8 is second.W[t]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (- 1) (* (* x1 x4) x3))) (* (* (* x1 x4) x3) x3)) (* (* (* x1 x5) x3) x3)) (* (* x1 x6) x3)) (* (- 1) (* (* (* x1 x6) x3) x3))) (* (* x1 x3) x7)) (* (- 1) (* (* (* x1 x3) x3) x7))) (* (* (* x1 x1) x4) x3)) (* (- 1) (* (* (* (* x1 x1) x4) x3) x3))) (* (* (* (* x1 x1) x3) x3) x7)) (* x5 x3)) (* (- 1) (* (* x5 x3) x3))) (* (- 1) (* x6 x3))) (* (* x6 x3) x3)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* x1 x4) (* (- 2) (* (* x1 x4) x3))) (* (* (* x1 x4) x3) x3)) (* (* x1 x3) x7)) (* (- 1) (* (* (* x1 x3) x3) x7))) (* (* (* x1 x1) x4) x3)) (* (- 1) (* (* (* (* x1 x1) x4) x3) x3))) (* (* (* (* x1 x1) x3) x3) x7)) 0))
(assert (>= (+ (* (- 1) x0) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* (* x1 x2) x0) x3)) (* (- 1) (* (* x1 x0) x4))) (* (* (* x1 x0) x4) x3)) (* (* (* (* x1 x0) x5) x3) x3)) (* (* (* x1 x0) x6) x3)) (* (- 1) (* (* (* (* x1 x0) x6) x3) x3))) (* (- 2) (* (* (* x1 x4) x3) x8))) (* (* (* (* x1 x4) x3) x3) x8)) (* (* x1 x4) x8)) (* (* (* x1 x3) x7) x8)) (* (- 1) (* (* (* (* x1 x3) x3) x7) x8))) (* (* (* (* x1 x1) x4) x3) x8)) (* (- 1) (* (* (* (* (* x1 x1) x4) x3) x3) x8))) (* (* (* (* (* x1 x1) x3) x3) x7) x8)) (* (* x0 x5) x3)) (* (- 1) (* (* (* x0 x5) x3) x3))) (* (- 1) (* (* x0 x6) x3))) (* (* (* x0 x6) x3) x3)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 3
; x0 is q
; x1 is first.W[t]
; x2 is part0[t,y]
; x3 is e^eps
; x4 is part1[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (* (* (* x3 x1) x2) x0) x0) (* (* (* x3 x1) x4) x0)) (* (- 1) (* (* (* (* x3 x1) x4) x0) x0))) (* (* x1 x2) x0)) (* (- 1) (* (* (* x1 x2) x0) x0))) (* (- 1) (* (* x1 x4) x0))) (* (* (* x1 x4) x0) x0)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 8
; x0 is q
; x1 is first.W[t]
; x2 is delta
; x3 is sum over y0 of part0[t,y0]
; x4 is e^eps
; x5 is sum over y0 of part1[t,y0]
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
(assert (>= (+ x2 (* (- 1) x3)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ x2 (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x2 x4) x1) x0) (* (- 1) (* (* (* (* x3 x4) x1) x0) x0))) (* (- 1) (* (* (* x5 x4) x1) x0))) (* (* (* (* x5 x4) x1) x0) x0)) (* (- 1) (* (* x3 x1) x0))) (* (* (* x3 x1) x0) x0)) (* (* x5 x1) x0)) (* (- 1) (* (* (* x5 x1) x0) x0))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 9
; x0 is sum over t0 of first.W[t0]
; x1 is delta
; x2 is e^eps
; x3 is q
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* (* x1 x2) x3)) (* (* (* x0 x1) x2) x3)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 11
; x0 is sum over t0,y1 of first.W[t0]*part0[t0,y1]
; x1 is e^eps
; x2 is q
; x3 is sum over t0,y1 of first.W[t0]*part1[t0,y1]
; x4 is sum over y0 of part6[y0]
; x5 is sum over t0 of first.W[t0]
; x6 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x0 x1) x2) x2) (* (* x3 x1) x2)) (* (- 1) (* (* (* x3 x1) x2) x2))) (* x0 x2)) (* (- 1) (* (* x0 x2) x2))) (* (- 1) (* x3 x2))) (* (* x3 x2) x2)) (* (- 1) (* x4 x1))) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x5 x6) x1) x2) (* (- 1) (* (* (* x0 x1) x2) x2))) (* (- 1) (* (* x3 x1) x2))) (* (* (* x3 x1) x2) x2)) (* (- 1) (* x0 x2))) (* (* x0 x2) x2)) (* x3 x2)) (* (- 1) (* (* x3 x2) x2))) 0))
(assert (= (+ (* (- 1) (* (* x6 x1) x2)) (* (* (* x5 x6) x1) x2)) 0))
; denied
(assert (not (>= (+ (* (* x6 x1) x2) (* (- 1) (* x4 x1))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 12
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 14
; x0 is q
; x1 is e^eps
; x2 is first.M[t,y]
; x3 is part2[t,y]
; x4 is second.M[t,y]
; x5 is other.M[t,y]
; x6 is part3[t,y]
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
(assert (>= (+ (+ (* x1 x2) x3) (* (- 1) x4)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* x1 x5) x6) (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x1 x2) x0) (* (- 1) (* (* (* x1 x2) x0) x0))) (* (- 1) (* (* x1 x5) x0))) (* (* (* x1 x5) x0) x0)) (* (* (* x1 x3) x0) x0)) (* (* x1 x6) x0)) (* (- 1) (* (* (* x1 x6) x0) x0))) (* (- 1) (* (* x1 x0) x4))) (* (* (* (* x1 x1) x2) x0) x0)) (* (* (* x1 x1) x5) x0)) (* (- 1) (* (* (* (* x1 x1) x5) x0) x0))) (* x3 x0)) (* (- 1) (* (* x3 x0) x0))) (* (- 1) (* x6 x0))) (* (* x6 x0) x0)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 15
; x0 is q
; x1 is first.M[t,y]
; x2 is other.M[t,y]
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
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* x3 x1) x0) (* (- 1) (* (* (* x3 x1) x0) x0))) (* x3 x2)) (* (- 2) (* (* x3 x2) x0))) (* (* (* x3 x2) x0) x0)) (* (* (* (* x3 x3) x1) x0) x0)) (* (* (* x3 x3) x2) x0)) (* (- 1) (* (* (* (* x3 x3) x2) x0) x0))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 16
; x0 is second.W[t]
; x1 is e^eps
; x2 is first.M[t,y]
; x3 is q
; x4 is other.M[t,y]
; x5 is part2[t,y]
; x6 is part3[t,y]
; x7 is second.M[t,y]
; x8 is first.W[t]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x1 x2) x3) (* (- 1) (* (* (* x1 x2) x3) x3))) (* (- 1) (* (* x1 x4) x3))) (* (* (* x1 x4) x3) x3)) (* (* (* x1 x5) x3) x3)) (* (* x1 x6) x3)) (* (- 1) (* (* (* x1 x6) x3) x3))) (* (- 1) (* (* x1 x3) x7))) (* (* (* (* x1 x1) x2) x3) x3)) (* (* (* x1 x1) x4) x3)) (* (- 1) (* (* (* (* x1 x1) x4) x3) x3))) (* x5 x3)) (* (- 1) (* (* x5 x3) x3))) (* (- 1) (* x6 x3))) (* (* x6 x3) x3)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* x1 x2) x3) (* (- 1) (* (* (* x1 x2) x3) x3))) (* x1 x4)) (* (- 2) (* (* x1 x4) x3))) (* (* (* x1 x4) x3) x3)) (* (* (* (* x1 x1) x2) x3) x3)) (* (* (* x1 x1) x4) x3)) (* (- 1) (* (* (* (* x1 x1) x4) x3) x3))) 0))
(assert (>= (+ x8 (* (- 1) x0)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x1 x2) x8) x3) (* (- 1) (* (* (* (* x1 x2) x8) x3) x3))) (* (* x1 x8) x4)) (* (- 2) (* (* (* x1 x8) x4) x3))) (* (* (* (* x1 x8) x4) x3) x3)) (* (* (* x1 x4) x3) x0)) (* (- 1) (* (* x1 x4) x0))) (* (* (* (* x1 x5) x3) x3) x0)) (* (* (* x1 x6) x3) x0)) (* (- 1) (* (* (* (* x1 x6) x3) x3) x0))) (* (- 1) (* (* (* x1 x3) x7) x0))) (* (* (* (* (* x1 x1) x2) x8) x3) x3)) (* (* (* (* x1 x1) x8) x4) x3)) (* (- 1) (* (* (* (* (* x1 x1) x8) x4) x3) x3))) (* (* x5 x3) x0)) (* (- 1) (* (* (* x5 x3) x3) x0))) (* (- 1) (* (* x6 x3) x0))) (* (* (* x6 x3) x3) x0)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 17
; x0 is q
; x1 is second.W[t]
; x2 is part2[t,y]
; x3 is e^eps
; x4 is part3[t,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (* (* (* x3 x2) x0) x0) x1) (* (* (* x3 x4) x0) x1)) (* (- 1) (* (* (* (* x3 x4) x0) x0) x1))) (* (* x2 x0) x1)) (* (- 1) (* (* (* x2 x0) x0) x1))) (* (- 1) (* (* x4 x0) x1))) (* (* (* x4 x0) x0) x1)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 22
; x0 is q
; x1 is second.W[t]
; x2 is delta
; x3 is sum over y0 of part2[t,y0]
; x4 is e^eps
; x5 is sum over y0 of part3[t,y0]
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
(assert (>= (+ x2 (* (- 1) x3)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ x2 (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x2 x4) x0) x1) (* (- 1) (* (* (* (* x3 x4) x0) x0) x1))) (* (- 1) (* (* (* x5 x4) x0) x1))) (* (* (* (* x5 x4) x0) x0) x1)) (* (- 1) (* (* x3 x0) x1))) (* (* (* x3 x0) x0) x1)) (* (* x5 x0) x1)) (* (- 1) (* (* (* x5 x0) x0) x1))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 23
; x0 is sum over t0 of second.W[t0]
; x1 is delta
; x2 is e^eps
; x3 is q
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* (* x1 x2) x3)) (* (* (* x0 x1) x2) x3)) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 25
; x0 is sum over t0,y1 of part2[t0,y1]*second.W[t0]
; x1 is e^eps
; x2 is q
; x3 is sum over t0,y1 of part3[t0,y1]*second.W[t0]
; x4 is sum over y0 of part7[y0]
; x5 is sum over t0 of second.W[t0]
; x6 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x0 x1) x2) x2) (* (* x3 x1) x2)) (* (- 1) (* (* (* x3 x1) x2) x2))) (* x0 x2)) (* (- 1) (* (* x0 x2) x2))) (* (- 1) (* x3 x2))) (* (* x3 x2) x2)) (* (- 1) (* x4 x1))) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x5 x6) x1) x2) (* (- 1) (* (* (* x0 x1) x2) x2))) (* (- 1) (* (* x3 x1) x2))) (* (* (* x3 x1) x2) x2)) (* (- 1) (* x0 x2))) (* (* x0 x2) x2)) (* x3 x2)) (* (- 1) (* (* x3 x2) x2))) 0))
(assert (= (+ (* (- 1) (* (* x6 x1) x2)) (* (* (* x5 x6) x1) x2)) 0))
; denied
(assert (not (>= (+ (* (* x6 x1) x2) (* (- 1) (* x4 x1))) 0)))
(check-sat)
(reset)
; dp.sampling-without-replacement, step 26
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
