; dp.guessing.uniform-prior.upper, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* x2 x1)) 0))
(assert (>= (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (- 1) x2)) (* x2 x1)) 0))
; denied
(assert (not (>= (+ (+ (+ x0 (* (- 2) (* x0 x1))) (* (- 1) x2)) (* 2 (* x2 x1))) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.upper, step 2
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is sum over y0 of Q.M[y0]
; x3 is sum over y0 of Q.M[y0]*case0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ x0 (* (- 2) x1)) (* (- 1) x2)) (* 2 x3)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- (/ 1 2)) x1) (/ 1 2)) (* (- (/ 1 2)) x2)) (* (/ 1 2) x3)) 0)))
(check-sat)
