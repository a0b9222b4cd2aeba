; dp.decomposition.suffices, step 0
; x0 is delta
; x1 is P.B[y]
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
; dp.decomposition.suffices, step 1
; x0 is delta
; x1 is Q.B[y]
; x2 is P.A[y]
; x3 is Q.A[y]
; x4 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x2) (* x3 x4)) 0))
(assert (>= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) x2) (* x2 x0)) (* (- 1) (* (* x3 x0) x4))) (* x3 x4)) (* (* x1 x0) x4)) 0)))
(check-sat)
(reset)
; dp.decomposition.suffices, step 2
; x0 is sum over y0 of P.B[y0]
; x1 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.decomposition.suffices, step 5
; x0 is sum over y0 of P.B[y0]
; x1 is delta
; x2 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (= (+ (* (- 1) x1) (* x0 x1)) 0))
; denied
(assert (not (>= (+ x1 (* (- 1) x2)) 0)))
(check-sat)
