; dp.one-plus-eps.implies-pure, step 0
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is nats(eps)
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) (* x1 x2)) 0))
(assert (>= (+ (+ x3 (- 1)) (* (- 1) x2)) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x1 x3)) 0)))
(check-sat)
