; dp.pure-implies-renyi, step 0
; x0 is P.M[y]
; x1 is alpha
; x2 is e^eps
; x3 is power0[y]
; x4 is likelihood0[y]
; x5 is e^((alpha-1)*eps)
; x6 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (* x1 x4) x3)) (* x5 x2)) (* (- 1) (* x4 x3))) 0))
(assert (>= x3 0))
(assert (>= (+ x0 (* (- 1) (* x6 x4))) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= x4 0))
(assert (>= (+ (* (- 1) x0) (* x6 x2)) 0))
(assert (>= (+ x1 (- 2)) 0))
; denied
(assert (not (>= (+ (* (* x0 x5) x2) (* (- 1) (* (* x0 x2) x3))) 0)))
(check-sat)
(reset)
; dp.pure-implies-renyi, step 1
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.pure-implies-renyi, step 4
; x0 is sum over y0 of P.M[y0]
; x1 is e^((alpha-1)*eps)
; x2 is sum over y0 of P.M[y0]*power0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ x1 (* (- 1) x2)) 0)))
(check-sat)
