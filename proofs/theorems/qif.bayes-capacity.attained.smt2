; qif.bayes-capacity.attained, step 0
; x0 is largest0
; x1 is quotient0
; x2 is largest1
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x1)) 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (= (+ (+ (* (- 1) x3) (* x3 x1)) x1) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 2) x3) (* x3 x0)) (* x3 x2)) x0) x2) 0)))
(check-sat)
