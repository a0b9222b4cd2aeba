; par.from-probabilistic, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is case1[y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* (* x0 x1) x2) x3) (* (- 1) (* (* x0 x1) x3))) (* (- 1) (* (* x0 x2) x3))) (* x0 x3)) 0)))
(check-sat)
(reset)
; par.from-probabilistic, step 1
; x0 is P.M[y]
; x1 is case1[y]
; x2 is e^eps
; x3 is Q.M[y]
; x4 is case0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* x0 x2))) x3) (* (- 1) (* x3 x1))) 0))
(assert (>= (+ (+ (+ (* (* (* x0 x4) x1) x2) (* (- 1) (* (* x0 x4) x2))) (* (- 1) (* (* x0 x1) x2))) (* x0 x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* (* x0 x4) x1) x2) (* (- 1) (* (* x0 x4) x2))) x3) (* (- 1) (* x3 x1))) 0)))
(check-sat)
(reset)
; par.from-probabilistic, step 2
; x0 is delta
; x1 is sum over y0 of P.M[y0]
; x2 is sum over y0 of P.M[y0]*case0[y0]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ x0 (* (- 1) x1)) x2) 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (* x0 x3) (* x2 x3)) (* (- 1) (* x1 x3))) 0)))
(check-sat)
(reset)
; par.from-probabilistic, step 4
; x0 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]
; x1 is e^eps
; x2 is sum over y0 of P.M[y0]*case0[y0]
; x3 is sum over y0 of Q.M[y0]
; x4 is sum over y0 of Q.M[y0]*case1[y0]
; x5 is delta
; x6 is sum over y0 of P.M[y0]
; x7 is risk
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) (* x2 x1))) x3) (* (- 1) x4)) 0))
(assert (>= (+ (+ (* x5 x1) (* x2 x1)) (* (- 1) (* x6 x1))) 0))
(assert (>= (+ (+ x5 (* (- 1) x3)) x4) 0))
(assert (>= (+ (+ (* (- 1) x5) (* (- 1) (* x5 x1))) (* x1 x7)) 0))
; denied
(assert (not (>= (+ (+ (* x1 x7) (* x0 x1)) (* (- 1) (* x6 x1))) 0)))
(check-sat)
(reset)
; par.from-probabilistic, step 5
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
