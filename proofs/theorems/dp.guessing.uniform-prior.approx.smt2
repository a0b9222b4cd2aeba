; dp.guessing.uniform-prior.approx, step 9
; x0 is part0[y]
; x1 is case0[y]
; x2 is P.M[y]
; x3 is Q.M[y]
; x4 is e^eps
; x5 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 1) x2) (* x3 x4)) x0) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= x5 0))
(assert (>= (+ (+ (* x2 x4) (* (- 1) x3)) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- (/ 1 2)) x2) (* (/ 1 2) (* x2 x1))) (* (/ 1 2) (* (* x2 x1) x4))) (* (- (/ 1 2)) (* x3 x1))) (* (- (/ 1 2)) (* (* x3 x1) x4))) (* (/ 1 2) (* x3 x4))) (* (/ 1 2) x0)) (* (/ 1 2) x5)) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.approx, step 11
; x0 is delta
; x1 is sum over y0 of part0[y0]
; x2 is sum over y0 of part1[y0]
; x3 is sum over y0 of P.M[y0]
; x4 is sum over y0 of P.M[y0]*case0[y0]
; x5 is e^eps
; x6 is sum over y0 of Q.M[y0]*case0[y0]
; x7 is sum over y0 of Q.M[y0]
; x8 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x0 (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (- (/ 1 2)) x3) (* (/ 1 2) x4)) (* (/ 1 2) (* x4 x5))) (* (- (/ 1 2)) x6)) (* (- (/ 1 2)) (* x6 x5))) (* (/ 1 2) (* x7 x5))) (* (/ 1 2) x1)) (* (/ 1 2) x2)) 0))
(assert (= (+ (+ (+ x0 (- 1)) (* x5 x8)) x8) 0))
(assert (= (+ x3 (- 1)) 0))
(assert (= (+ x7 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x5 x8)) (* (- 1) x8)) (* (/ 1 2) x4)) (* (/ 1 2) (* x4 x5))) (* (/ 1 2) x7)) (* (- (/ 1 2)) x6)) (* (- (/ 1 2)) (* x6 x5))) (* (/ 1 2) (* x7 x5))) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.approx, step 12
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
