; dp.two-steps.pure, step 0
; x0 is a.M[y]
; x1 is b.M[y]
; x2 is e^eps1
; x3 is c.M[y]
; x4 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= (+ (* (- 1) x1) (* x3 x4)) 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* (* x3 x2) x4)) 0)))
(check-sat)
(reset)
; dp.two-steps.pure, step 1
; x0 is a.M[y]
; x1 is e^eps1
; x2 is b.M[y]
; x3 is e^eps2
; x4 is c.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* x2 x3) (* (- 1) x4)) 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x3) (* (- 1) x4)) 0)))
(check-sat)
