; dp.odds.independent-records, step 0
; x0 is 0.W.0
; x1 is 1.W.0
; x2 is 0,0.M[y]
; x3 is 0.W.1
; x4 is 1.W.1
; x5 is 0,1.M[y]
; x6 is 1,0.M[y]
; x7 is e^eps
; x8 is 1,1.M[y]
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
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x3) x4) 0))
(assert (>= x5 0))
(assert (>= (+ (* (- 1) x2) (* x6 x7)) 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x5) (* x8 x7)) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* x2 x0)) (* (- 1) (* x5 x3))) (* (* x6 x1) x7)) (* (* x8 x4) x7)) 0)))
(check-sat)
(reset)
; dp.odds.independent-records, step 1
; x0 is 0.W.0
; x1 is 1.W.0
; x2 is 1,0.M[y]
; x3 is 0.W.1
; x4 is 1.W.1
; x5 is 1,1.M[y]
; x6 is 0,0.M[y]
; x7 is e^eps
; x8 is 0,1.M[y]
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
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= x2 0))
(assert (>= (+ x3 (* (- 1) x4)) 0))
(assert (>= x5 0))
(assert (>= (+ (* x6 x7) (* (- 1) x2)) 0))
(assert (>= x0 0))
(assert (>= (+ (* x8 x7) (* (- 1) x5)) 0))
(assert (>= x3 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x6 x0) x7) (* (* x8 x3) x7)) (* (- 1) (* x2 x1))) (* (- 1) (* x5 x4))) 0)))
(check-sat)
