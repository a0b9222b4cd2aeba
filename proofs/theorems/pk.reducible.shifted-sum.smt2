; pk.reducible.shifted-sum, step 0
; x0 is W.1[i]
; x1 is K.1[i]
; x2 is X.1[i]
; x3 is Y.1[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (* x1 x2) (* (- 1) (* x1 x3))) (* (- 1) x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x1 x0) x2) (* (- 1) (* (* x1 x0) x3))) (* (- 1) (* x0 x2))) (* x0 x3)) 0)))
(check-sat)
(reset)
; pk.reducible.shifted-sum, step 2
; x0 is sum over records0 of K.1[records0]*W.1[records0]*X.1[records0]
; x1 is sum over records0 of K.1[records0]*W.1[records0]*Y.1[records0]
; x2 is sum over records0 of W.1[records0]*X.1[records0]
; x3 is sum over records0 of W.1[records0]*Y.1[records0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ x0 (* (- 1) x1)) (* (- 1) x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ x0 (* (- 1) x1)) (* (- 1) x2)) x3) 0)))
(check-sat)
(reset)
; pk.reducible.shifted-sum, step 3
; x0 is W.1[i]
; x1 is K.1[i]
; x2 is X.1[i]
; x3 is Y.1[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (* (- 1) (* x1 x2)) (* x1 x3)) x2) (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* x1 x0) x2)) (* (* x1 x0) x3)) (* x0 x2)) (* (- 1) (* x0 x3))) 0)))
(check-sat)
(reset)
; pk.reducible.shifted-sum, step 5
; x0 is sum over records0 of K.1[records0]*W.1[records0]*X.1[records0]
; x1 is sum over records0 of K.1[records0]*W.1[records0]*Y.1[records0]
; x2 is sum over records0 of W.1[records0]*X.1[records0]
; x3 is sum over records0 of W.1[records0]*Y.1[records0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ (* (- 1) x0) x1) x2) (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x0) x1) x2) (* (- 1) x3)) 0)))
(check-sat)
