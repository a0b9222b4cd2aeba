; dp.probabilistic-implies-approx, step 0
; x0 is case0[y]
; x1 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ x1 (* (- 1) (* x1 x0))) 0)))
(check-sat)
(reset)
; dp.probabilistic-implies-approx, step 1
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x1) x3)) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) (* x2 x3)) 0)))
(check-sat)
(reset)
; dp.probabilistic-implies-approx, step 4
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is sum over y0 of part0[y0]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ x0 (* (- 1) x1)) (* (- 1) x2)) 0))
(assert (>= (+ (+ x3 (* (- 1) x0)) x1) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x2)) 0)))
(check-sat)
