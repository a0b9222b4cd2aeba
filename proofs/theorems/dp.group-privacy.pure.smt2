; dp.group-privacy.pure base, step 0
; x0 is e^eps
; x1 is end.M[y]
; x2 is start.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (* x0 x1) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.group-privacy.pure step, step 0
; x0 is e^eps
; x1 is next.M[y]
; x2 is end.M[y]
; x3 is e^(steps*eps)
; x4 is start.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (* x3 x2) (* (- 1) x4)) 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* x3 x0) x1) (* (- 1) x4)) 0)))
(check-sat)
