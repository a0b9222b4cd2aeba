; sensitivity.mean.unbounded, step 0
; x0 is X.0[i]
; x1 is last.Y.1
; x2 is X.1[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ x0 (* x0 x1)) (* x2 x1)) 0)))
(check-sat)
(reset)
; sensitivity.mean.unbounded, step 2
; x0 is X.0[records0]
; x1 is X.1[records0]
; x2 is last.Y.1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ (+ x0 (- 1)) x1) 0))
; denied
(assert (not (= (+ (+ (+ (+ (+ (* (- 1) x0) 1) (* (- 1) (* x0 x2))) (* (- 1) x1)) (* (- 1) (* x1 x2))) x2) 0)))
(check-sat)
(reset)
; sensitivity.mean.unbounded, step 4
; x0 is sum over records0 of X.0[records0]
; x1 is last.Y.1
; x2 is sum over records0 of X.1[records0]
; x3 is sum over records0 of 1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ x0 (* x0 x1)) (* x2 x1)) 0))
(assert (= (+ (+ (+ (+ (+ x3 (* (- 1) x0)) (* (- 1) (* x0 x1))) (* (- 1) x2)) (* (- 1) (* x2 x1))) (* x3 x1)) 0))
; denied
(assert (not (>= (+ (+ x3 (* (- 1) x2)) (* x3 x1)) 0)))
(check-sat)
(reset)
; sensitivity.mean.unbounded, step 5
; x0 is X.1[i]
; x1 is X.0[i]
; x2 is last.Y.0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* x1 x2) x0) (* x0 x2)) 0)))
(check-sat)
(reset)
; sensitivity.mean.unbounded, step 7
; x0 is X.0[records0]
; x1 is X.1[records0]
; x2 is last.Y.0
; x3 is last.Y.1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ (+ x0 (- 1)) x1) 0))
(assert (= (+ (+ x2 (- 1)) x3) 0))
; denied
(assert (not (= (+ (+ (+ (* (- 1) (* x0 x2)) 1) (* (- 1) (* x1 x2))) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; sensitivity.mean.unbounded, step 9
; x0 is sum over records0 of X.0[records0]
; x1 is last.Y.0
; x2 is sum over records0 of X.1[records0]
; x3 is sum over records0 of 1
; x4 is last.Y.1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* x0 x1) x2) (* x2 x1)) 0))
(assert (= (+ (+ (+ x3 (* (- 1) (* x0 x1))) (* (- 1) (* x2 x1))) (* (- 1) (* x3 x4))) 0))
; denied
(assert (not (>= (+ (+ x3 x2) (* (- 1) (* x3 x4))) 0)))
(check-sat)
