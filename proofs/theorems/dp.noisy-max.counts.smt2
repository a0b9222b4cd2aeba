; dp.noisy-max.counts, step 0
; x0 is first[w,i]
; x1 is D[i]
; x2 is after[i',i]
; x3 is violated-event-there[w,i,i']
; x4 is before[i',i]
; x5 is D[i']
; x6 is X[i]
; x7 is X[i']
; x8 is noise[w,i]
; x9 is noise[w,i']
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
(declare-const x9 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (- 1) (* (* x1 x4) x3))) (* (* x5 x2) x3)) (* (* x5 x4) x3)) (* (- 1) (* (* x6 x2) x3))) (* (- 1) (* (* x6 x4) x3))) (* (* x7 x2) x3)) (* (* x7 x4) x3)) (* (- 1) (* (* x2 x8) x3))) (* (* x2 x9) x3)) (* (- 1) (* x2 x3))) (* (- 1) (* (* x4 x8) x3))) (* (* x4 x9) x3)) (* (- 1) x3)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* x6 x2) x0) (* (* x6 x4) x0)) (* (- 1) (* (* x7 x2) x0))) (* (- 1) (* (* x7 x4) x0))) (* (* x2 x0) x8)) (* (- 1) (* (* x2 x0) x9))) (* (- 1) (* x4 x0))) (* (* x4 x0) x8)) (* (- 1) (* (* x4 x0) x9))) 0))
(assert (>= x4 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x5) 1) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (* (- 1) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.noisy-max.counts, step 2
; x0 is sum over i0 of violated-event-there[w,i,i0]
; x1 is first[w,i]
; x2 is event-there[w,i]
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
; dp.noisy-max.counts, step 3
; x0 is event-there[w,i]
; x1 is a
; x2 is mass[w]
; x3 is moved-there[w,i]
; x4 is first[w,i]
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
(assert (not (>= (+ (* (- 1) (* (* x1 x4) x2)) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.noisy-max.counts, step 5
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
; dp.noisy-max.counts, step 7
; x0 is sum over noises0 of first[noises0,i]*mass[noises0]
; x1 is a
; x2 is sum over noises0 of event-there[noises0,i]*moved-there[noises0,i]
; x3 is sum over noises0 of mass[noises0]*second[noises0,i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
(assert (= (+ (* (- 1) x2) x3) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) x3) 0)))
(check-sat)
(reset)
; dp.noisy-max.counts, step 8
; x0 is second[w,i]
; x1 is X[i]
; x2 is after[i',i]
; x3 is violated-event-back[w,i,i']
; x4 is before[i',i]
; x5 is X[i']
; x6 is noise[w,i]
; x7 is noise[w,i']
; x8 is D[i]
; x9 is D[i']
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
(declare-const x9 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (- 1) (* (* x1 x4) x3))) (* (* x5 x2) x3)) (* (* x5 x4) x3)) (* (- 1) (* (* x2 x6) x3))) (* (* x2 x7) x3)) (* (- 1) (* x2 x3))) (* (- 1) (* (* x4 x6) x3))) (* (* x4 x7) x3)) (* (- 1) x3)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x8 x2) x0) (* (* x8 x4) x0)) (* (- 1) (* (* x9 x2) x0))) (* (- 1) (* (* x9 x4) x0))) (* (* x1 x2) x0)) (* (* x1 x4) x0)) (* (- 1) (* (* x5 x2) x0))) (* (- 1) (* (* x5 x4) x0))) (* (* x2 x6) x0)) (* (- 1) (* (* x2 x7) x0))) (* (* x4 x6) x0)) (* (- 1) (* (* x4 x7) x0))) (* (- 1) (* x4 x0))) 0))
(assert (>= x4 0))
(assert (>= (+ (* (- 1) x8) 1) 0))
(assert (>= x9 0))
(assert (>= x2 0))
; denied
(assert (not (>= (* (- 1) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.noisy-max.counts, step 10
; x0 is sum over i0 of violated-event-back[w,i,i0]
; x1 is second[w,i]
; x2 is event-back[w,i]
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
; dp.noisy-max.counts, step 11
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
; dp.noisy-max.counts, step 13
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
; dp.noisy-max.counts, step 15
; x0 is sum over noises0 of mass[noises0]*second[noises0,i]
; x1 is a
; x2 is sum over noises0 of event-back[noises0,i]*moved-back[noises0,i]
; x3 is sum over noises0 of first[noises0,i]*mass[noises0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
(assert (= (+ (* (- 1) x2) x3) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) x3) 0)))
(check-sat)
