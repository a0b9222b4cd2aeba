; dp.guessing.uniform-prior.lower, step 0
; x0 is case0[y]
; x1 is P.M[y]
; x2 is e^eps
; x3 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* x1 x2) (* (- 1) x3)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x1) (* x3 x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) x1) (* x1 x0)) (* (* x1 x0) x2)) (* (- 1) (* x3 x0))) (* (- 1) (* (* x3 x0) x2))) (* x3 x2)) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.lower, step 2
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is e^eps
; x3 is sum over y0 of Q.M[y0]*case0[y0]
; x4 is sum over y0 of Q.M[y0]
; x5 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (* (- 1) x0) x1) (* x1 x2)) (* (- 1) x3)) (* (- 1) (* x3 x2))) (* x4 x2)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x4 (- 1)) 0))
(assert (= (+ (+ (* x2 x5) (- 1)) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x2 x5)) (* (- 1) x5)) (* (/ 1 2) x1)) (* (/ 1 2) (* x1 x2))) (* (/ 1 2) x4)) (* (- (/ 1 2)) x3)) (* (- (/ 1 2)) (* x3 x2))) (* (/ 1 2) (* x4 x2))) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.lower, step 3
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
