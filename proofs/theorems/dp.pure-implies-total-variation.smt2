; dp.pure-implies-total-variation, step 3
; x0 is P.M[y]
; x1 is e^eps
; x2 is Q.M[y]
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
; dp.pure-implies-total-variation, step 4
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
; dp.pure-implies-total-variation, step 7
; x0 is sum over y0 of P.M[y0]
; x1 is e^eps
; x2 is sum over y0 of Q.M[y0]
; x3 is sum over y0 of part0[y0]
; x4 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) x2)) (* (- 1) (* x3 x1))) (* (- 1) x3)) 0))
(assert (= (+ (+ (+ (* (- 1) x1) 1) (* x1 x4)) x4) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x1 x4) x4) (* (- 1) (* x3 x1))) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.pure-implies-total-variation, step 8
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
