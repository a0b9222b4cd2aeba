; dp.sparse-vector.new-thresholds.counts, step 0
; x0 is first[w]
; x1 is D[i']
; x2 is above[i']
; x3 is violated-event-there[w,i']
; x4 is below[i']
; x5 is X[i']
; x6 is noise[w,i']
; x7 is threshold[w,i']
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
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (* x1 x4) x3)) (* (- 1) (* (* x5 x2) x3))) (* (* x5 x4) x3)) (* (- 1) (* (* x2 x6) x3))) (* (* x2 x7) x3)) (* (* x4 x6) x3)) (* (- 1) (* (* x4 x7) x3))) (* (- 1) x3)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* (* x5 x2) x0) (* (- 1) (* (* x5 x4) x0))) (* (* x2 x0) x6)) (* (- 1) (* (* x2 x0) x7))) (* (- 1) (* x4 x0))) (* (- 1) (* (* x4 x0) x6))) (* (* x4 x0) x7)) 0))
(assert (>= x2 0))
(assert (>= x1 0))
(assert (>= x4 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (* (- 1) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.sparse-vector.new-thresholds.counts, step 2
; x0 is sum over i0 of violated-event-there[w,i0]
; x1 is first[w]
; x2 is event-there[w]
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
; dp.sparse-vector.new-thresholds.counts, step 3
; x0 is event-there[w]
; x1 is a^c
; x2 is mass[w]
; x3 is t^c
; x4 is moved-there[w]
; x5 is first[w]
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
; dp.sparse-vector.new-thresholds.counts, step 5
; x0 is mass[w]
; x1 is first[w]
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
; dp.sparse-vector.new-thresholds.counts, step 7
; x0 is sum over noises0 of first[noises0]*mass[noises0]
; x1 is a^c
; x2 is t^c
; x3 is sum over noises0 of event-there[noises0]*moved-there[noises0]
; x4 is sum over noises0 of mass[noises0]*second[noises0]
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
; dp.sparse-vector.new-thresholds.counts, step 8
; x0 is second[w]
; x1 is X[i']
; x2 is above[i']
; x3 is violated-event-back[w,i']
; x4 is below[i']
; x5 is noise[w,i']
; x6 is threshold[w,i']
; x7 is D[i']
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
(assert (>= x0 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (* x1 x4) x3)) (* (- 1) (* (* x2 x5) x3))) (* (* x2 x6) x3)) (* (- 1) (* x2 x3))) (* (* x4 x5) x3)) (* (- 1) (* (* x4 x6) x3))) (* x4 x3)) (* (- 1) x3)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* x7 x2) x0) (* (- 1) (* (* x7 x4) x0))) (* (* x1 x2) x0)) (* (- 1) (* (* x1 x4) x0))) (* (* x2 x5) x0)) (* (- 1) (* (* x2 x0) x6))) (* (- 1) (* (* x4 x5) x0))) (* (- 1) (* x4 x0))) (* (* x4 x0) x6)) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x7) 1) 0))
(assert (>= x4 0))
(assert (>= x7 0))
; denied
(assert (not (>= (* (- 1) (* x0 x3)) 0)))
(check-sat)
(reset)
; dp.sparse-vector.new-thresholds.counts, step 10
; x0 is sum over i0 of violated-event-back[w,i0]
; x1 is second[w]
; x2 is event-back[w]
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
; dp.sparse-vector.new-thresholds.counts, step 11
; x0 is event-back[w]
; x1 is a^c
; x2 is mass[w]
; x3 is moved-back[w]
; x4 is second[w]
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
; dp.sparse-vector.new-thresholds.counts, step 13
; x0 is mass[w]
; x1 is second[w]
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
; dp.sparse-vector.new-thresholds.counts, step 15
; x0 is sum over noises0 of mass[noises0]*second[noises0]
; x1 is a^c
; x2 is sum over noises0 of event-back[noises0]*moved-back[noises0]
; x3 is t^c
; x4 is sum over noises0 of first[noises0]*mass[noises0]
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
