; dp.above-threshold.counts, step 0
; x0 is first[w,i]
; x1 is D[i']
; x2 is before[i',i]
; x3 is violated-event-there[w,i,i']
; x4 is X[i']
; x5 is noise[w,i']
; x6 is threshold[w]
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
(assert (>= (+ (+ (+ (+ (* (* x1 x2) x3) (* (* x4 x2) x3)) (* (* x2 x5) x3)) (* (- 1) (* (* x2 x6) x3))) (* (- 1) x3)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x4 x2) x0)) (* (- 1) (* x2 x0))) (* (- 1) (* (* x2 x0) x5))) (* (* x2 x0) x6)) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (* (- 1) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 2
; x0 is first[w,i]
; x1 is D[i]
; x2 is missed-event-there[w,i]
; x3 is X[i]
; x4 is noise[w,i]
; x5 is threshold[w]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (* (- 1) (* x1 x2)) (* (- 1) (* x3 x2))) (* (- 1) x2)) (* (- 1) (* x2 x4))) (* x2 x5)) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* x3 x0) (* x0 x4)) (* (- 1) (* x0 x5))) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* (- 1) (* x0 x2)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 3
; x0 is sum over i0 of violated-event-there[w,i,i0]
; x1 is first[w,i]
; x2 is missed-event-there[w,i]
; x3 is event-there[w,i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (* (- 1) (* x0 x1)) 0))
(assert (>= (* (- 1) (* x1 x2)) 0))
(assert (>= x3 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (= (+ (+ (+ x3 (- 1)) x2) x0) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 4
; x0 is event-there[w,i]
; x1 is a
; x2 is mass[w]
; x3 is t
; x4 is moved-there[w,i]
; x5 is first[w,i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) (* (* x1 x2) x3)) x4) 0))
(assert (>= x2 0))
(assert (>= x1 0))
(assert (>= x3 0))
(assert (>= (+ x0 (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x1 x5) x2) x3)) (* x0 x4)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 6
; x0 is mass[w]
; x1 is first[w,i]
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
; dp.above-threshold.counts, step 8
; x0 is sum over noises0 of first[noises0,i]*mass[noises0]
; x1 is a
; x2 is t
; x3 is sum over noises0 of event-there[noises0,i]*moved-there[noises0,i]
; x4 is sum over noises0 of mass[noises0]*second[noises0,i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* (* x0 x1) x2)) x3) 0))
(assert (= (+ (* (- 1) x3) x4) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x0 x1) x2)) x4) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 9
; x0 is second[w,i]
; x1 is X[i']
; x2 is before[i',i]
; x3 is violated-event-back[w,i,i']
; x4 is noise[w,i']
; x5 is threshold[w]
; x6 is D[i']
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
(assert (>= (+ (+ (+ (+ (* (* x1 x2) x3) (* (* x2 x4) x3)) (* (- 1) (* (* x2 x5) x3))) (* x2 x3)) (* (- 1) x3)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (+ (+ (* (- 1) (* (* x6 x2) x0)) (* (- 1) (* (* x1 x2) x0))) (* (- 1) (* (* x2 x4) x0))) (* (- 1) (* x2 x0))) (* (* x2 x0) x5)) 0))
(assert (>= x2 0))
(assert (>= x6 0))
; denied
(assert (not (>= (* (- 1) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 11
; x0 is second[w,i]
; x1 is X[i]
; x2 is missed-event-back[w,i]
; x3 is noise[w,i]
; x4 is threshold[w]
; x5 is D[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (* (- 1) (* x1 x2)) (* (- 2) x2)) (* (- 1) (* x2 x3))) (* x2 x4)) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (+ (* x5 x0) (* x1 x0)) (* x3 x0)) (* (- 1) (* x0 x4))) 0))
(assert (>= (+ (* (- 1) x5) 1) 0))
; denied
(assert (not (>= (* (- 1) (* x2 x0)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 12
; x0 is sum over i0 of violated-event-back[w,i,i0]
; x1 is second[w,i]
; x2 is missed-event-back[w,i]
; x3 is event-back[w,i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (* (- 1) (* x0 x1)) 0))
(assert (>= (* (- 1) (* x2 x1)) 0))
(assert (>= x3 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (= (+ (+ (+ x3 (- 1)) x2) x0) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 13
; x0 is event-back[w,i]
; x1 is a
; x2 is mass[w]
; x3 is moved-back[w,i]
; x4 is second[w,i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) (* x1 x2)) x3) 0))
(assert (>= x2 0))
(assert (>= x1 0))
(assert (>= (+ x0 (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x1 x2) x4)) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 15
; x0 is mass[w]
; x1 is second[w,i]
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
; dp.above-threshold.counts, step 17
; x0 is sum over noises0 of mass[noises0]*second[noises0,i]
; x1 is a
; x2 is sum over noises0 of event-back[noises0,i]*moved-back[noises0,i]
; x3 is t
; x4 is sum over noises0 of first[noises0,i]*mass[noises0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (= (+ (* (- 1) x2) x4) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x0 x1) x3)) x4) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 18
; x0 is first-none[w]
; x1 is D[i']
; x2 is violated-event-there-none[w,i']
; x3 is X[i']
; x4 is noise[w,i']
; x5 is threshold[w]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (* x1 x2) (* x3 x2)) (* x4 x2)) (* (- 1) (* x5 x2))) (* (- 1) x2)) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (+ (* (- 1) (* x3 x0)) (* (- 1) x0)) (* (- 1) (* x0 x4))) (* x0 x5)) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (* (- 1) (* x0 x2)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 20
; x0 is sum over i0 of violated-event-there-none[w,i0]
; x1 is first-none[w]
; x2 is event-there-none[w]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (* (- 1) (* x0 x1)) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (= (+ (+ x2 (- 1)) x0) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 21
; x0 is event-there-none[w]
; x1 is mass[w]
; x2 is t
; x3 is moved-there-none[w]
; x4 is first-none[w]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) (* x1 x2)) x3) 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x0 (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (* x0 x3) (* (- 1) (* (* x4 x1) x2))) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 23
; x0 is mass[w]
; x1 is first-none[w]
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
; dp.above-threshold.counts, step 25
; x0 is sum over noises0 of event-there-none[noises0]*moved-there-none[noises0]
; x1 is sum over noises0 of first-none[noises0]*mass[noises0]
; x2 is t
; x3 is a
; x4 is sum over noises0 of mass[noises0]*second-none[noises0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ x0 (* (- 1) (* x1 x2))) 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (= (+ (* (- 1) x0) x4) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x1 x3) x2)) x4) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 26
; x0 is second-none[w]
; x1 is X[i']
; x2 is violated-event-back-none[w,i']
; x3 is noise[w,i']
; x4 is threshold[w]
; x5 is D[i']
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* x1 x2) (* x3 x2)) (* (- 1) (* x4 x2))) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (+ (+ (* (- 1) (* x5 x0)) (* (- 1) (* x1 x0))) (* (- 1) (* x3 x0))) (* (- 1) x0)) (* x0 x4)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (* (- 1) (* x0 x2)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 28
; x0 is sum over i0 of violated-event-back-none[w,i0]
; x1 is second-none[w]
; x2 is event-back-none[w]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (* (- 1) (* x0 x1)) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (= (+ (+ x2 (- 1)) x0) 0))
; denied
(assert (not (>= (+ x2 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 29
; x0 is event-back-none[w]
; x1 is mass[w]
; x2 is moved-back-none[w]
; x3 is second-none[w]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) x2) 0))
(assert (>= x1 0))
(assert (>= (+ x0 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* x0 x2) (* (- 1) (* x1 x3))) 0)))
(check-sat)
(reset)
; dp.above-threshold.counts, step 31
; x0 is mass[w]
; x1 is second-none[w]
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
; dp.above-threshold.counts, step 33
; x0 is sum over noises0 of event-back-none[noises0]*moved-back-none[noises0]
; x1 is sum over noises0 of mass[noises0]*second-none[noises0]
; x2 is t
; x3 is a
; x4 is sum over noises0 of first-none[noises0]*mass[noises0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (= (+ (* (- 1) x0) x4) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x1 x3) x2)) x4) 0)))
(check-sat)
