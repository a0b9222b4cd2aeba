; dp.chi-squared-implies-renyi, step 0
; x0 is likelihood0[y]
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is likelihood2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) (* x2 x3))) 0))
; denied
(assert (not (>= (+ (* x1 x0) (* (- 1) (* (* x2 x0) x3))) 0)))
(check-sat)
(reset)
; dp.chi-squared-implies-renyi, step 2
; x0 is P.M[y0]
; x1 is Q.M[y0]
; x2 is likelihood0[y0]
; x3 is likelihood2[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (* (- 1) (* x1 x2))) 0))
; denied
(assert (not (= (+ (* (- 1) (* x0 x3)) (* (* x1 x2) x3)) 0)))
(check-sat)
(reset)
; dp.chi-squared-implies-renyi, step 4
; x0 is e^rho
; x1 is sum over y0 of P.M[y0]*likelihood0[y0]
; x2 is sum over y0 of Q.M[y0]*likelihood0[y0]*likelihood2[y0]
; x3 is sum over y0 of P.M[y0]*likelihood2[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (= (+ (* (- 1) x3) x2) 0))
; denied
(assert (not (>= (+ x0 (* (- 1) x3)) 0)))
(check-sat)
