; par.implies-probabilistic, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is case1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
; denied
(assert (not (>= (+ (* x0 x1) (* (- 1) (* (* x0 x1) x2))) 0)))
(check-sat)
(reset)
; par.implies-probabilistic, step 2
; x0 is sum over y0 of P.M[y0]*case0[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]
; x2 is risk
; x3 is sum over y0 of P.M[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (+ x2 (* (- 1) x3)) x1) 0))
; denied
(assert (not (>= (+ (+ x2 (* (- 1) x3)) x0) 0)))
(check-sat)
