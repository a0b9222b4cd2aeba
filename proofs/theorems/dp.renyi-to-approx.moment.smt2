; dp.renyi-to-approx.moment, step 0
; x0 is P.M[y]
; x1 is power0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.renyi-to-approx.moment, step 1
; x0 is P.M[y]
; x1 is power0[y]
; x2 is alpha
; x3 is e^((alpha-1)*eps)
; x4 is e^eps
; x5 is likelihood0[y]
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
(assert (>= (* x0 x1) 0))
(assert (>= (+ x2 (- 2)) 0))
(assert (>= (+ (+ (+ (* (* x2 x3) x4) (* (- 1) (* (* x2 x3) x5))) (* (- 1) (* x3 x4))) (* x5 x1)) 0))
(assert (>= x6 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (= (+ x0 (* (- 1) (* x6 x5))) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* (* x0 x2) x3)) (* (* x0 x2) x1)) (* (* (* x6 x2) x3) x4)) 0)))
(check-sat)
(reset)
; dp.renyi-to-approx.moment, step 2
; x0 is alpha
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 2)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.renyi-to-approx.moment, step 6
; x0 is sum over y0 of P.M[y0]*power0[y0]
; x1 is sum over y0 of part0[y0]
; x2 is e^((alpha-1)*eps)
; x3 is e^((alpha-1)*rho)
; x4 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ x0 (* (- 1) (* x1 x2))) 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
(assert (= (+ (* x2 x4) (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* x2 x4) (* (- 1) (* x1 x2))) 0)))
(check-sat)
(reset)
; dp.renyi-to-approx.moment, step 7
; x0 is e^((alpha-1)*eps)
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
