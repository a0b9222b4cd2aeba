; dp.convexity.hidden.pure, step 7
; x0 is Q.B[y]
; x1 is w
; x2 is part0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (* (* x0 x2) x1) 0)))
(check-sat)
(reset)
; dp.convexity.hidden.pure, step 8
; x0 is Q.B[y]
; x1 is w
; x2 is e^eps1
; x3 is e^eps2
; x4 is part0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 1) x2) x3) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* (* x0 x2) x1)) (* (* x0 x3) x1)) (* (* x0 x4) x1)) 0)))
(check-sat)
(reset)
; dp.convexity.hidden.pure, step 10
; x0 is w
; x1 is P.A[y]
; x2 is Q.A[y]
; x3 is e^eps1
; x4 is P.B[y]
; x5 is Q.B[y]
; x6 is e^eps2
; x7 is part0
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
(assert (>= 0 0))
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) (* x2 x3)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x4) (* x5 x6)) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* (- 1) x3) x6) x7) 0))
(assert (>= x5 0))
(assert (>= x7 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x1 x0)) (* (- 1) x4)) (* x4 x0)) (* (* x2 x6) x0)) (* (* x2 x7) x0)) (* x5 x6)) (* (- 1) (* (* x5 x6) x0))) (* x5 x7)) (* (- 1) (* (* x5 x7) x0))) 0)))
(check-sat)
