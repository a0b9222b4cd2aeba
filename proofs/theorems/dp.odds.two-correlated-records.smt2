; dp.odds.two-correlated-records, step 0
; x0 is 0,0.M[y]
; x1 is 1,0.M[y]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= x0 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* (* x1 x2) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 1
; x0 is 0,0.M[y]
; x1 is 0,1.M[y]
; x2 is e^eps
; x3 is 1,1.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= (+ (* (- 1) x1) (* x3 x2)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* (* x3 x2) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 2
; x0 is 0,0.M[y]
; x1 is 1,0.M[y]
; x2 is e^eps
; x3 is 0,1.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= (+ (* x0 x2) (* (- 1) x3)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x3) (* (* x1 x2) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 3
; x0 is 0,1.M[y]
; x1 is 1,1.M[y]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= x0 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* (* x1 x2) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 4
; x0 is 0,0.M[y]
; x1 is 1,0.M[y]
; x2 is e^eps
; x3 is 0.W.0
; x4 is 1.W.0
; x5 is 1,1.M[y]
; x6 is 1.W.1
; x7 is 0,1.M[y]
; x8 is 0.W.1
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
(assert (>= (+ (* (- 1) x0) (* (* x1 x2) x2)) 0))
(assert (>= x3 0))
(assert (>= x4 0))
(assert (>= (+ (* (- 1) x0) (* (* x5 x2) x2)) 0))
(assert (>= x6 0))
(assert (>= (+ (* (- 1) x7) (* (* x1 x2) x2)) 0))
(assert (>= x8 0))
(assert (>= (+ (* (- 1) x7) (* (* x5 x2) x2)) 0))
(assert (= (+ (+ x4 (- 1)) x6) 0))
(assert (= (+ (+ x3 (- 1)) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* x0 x3)) (* (- 1) (* x7 x8))) (* (* (* x1 x4) x2) x2)) (* (* (* x5 x6) x2) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 5
; x0 is 0,0.M[y]
; x1 is e^eps
; x2 is 1,0.M[y]
; x3 is 0,1.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* x0 x1) (* (- 1) x3)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= x3 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x1) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 6
; x0 is 0,0.M[y]
; x1 is 0,1.M[y]
; x2 is e^eps
; x3 is 1,0.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= (+ (* x0 x2) (* (- 1) x3)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* x1 x2) x2) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 7
; x0 is 0,0.M[y]
; x1 is e^eps
; x2 is 0,1.M[y]
; x3 is 1,1.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* x2 x1) (* (- 1) x3)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x1) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 8
; x0 is 0,1.M[y]
; x1 is e^eps
; x2 is 1,1.M[y]
; x3 is 0,0.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* (- 1) x3) (* x0 x1)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= x3 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x1) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.odds.two-correlated-records, step 9
; x0 is 0,0.M[y]
; x1 is e^eps
; x2 is 1,0.M[y]
; x3 is 0.W.0
; x4 is 1.W.0
; x5 is 0,1.M[y]
; x6 is 0.W.1
; x7 is 1,1.M[y]
; x8 is 1.W.1
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
(assert (>= (+ (* (* x0 x1) x1) (* (- 1) x2)) 0))
(assert (>= x3 0))
(assert (>= x4 0))
(assert (>= (+ (* (* x5 x1) x1) (* (- 1) x2)) 0))
(assert (>= x6 0))
(assert (>= (+ (* (* x0 x1) x1) (* (- 1) x7)) 0))
(assert (>= x8 0))
(assert (>= (+ (* (* x5 x1) x1) (* (- 1) x7)) 0))
(assert (= (+ (+ x3 (- 1)) x6) 0))
(assert (= (+ (+ x4 (- 1)) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* (* x0 x3) x1) x1) (* (* (* x5 x6) x1) x1)) (* (- 1) (* x2 x4))) (* (- 1) (* x7 x8))) 0)))
(check-sat)
