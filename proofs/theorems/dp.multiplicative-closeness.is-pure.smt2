; dp.multiplicative-closeness.is-pure 0 implies 1, step 0
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x1 x2)) 0)))
(check-sat)
(reset)
; dp.multiplicative-closeness.is-pure 1 implies 0, step 0
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x1 x2)) 0)))
(check-sat)
