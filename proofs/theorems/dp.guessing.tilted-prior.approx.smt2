; dp.guessing.tilted-prior.approx, step 6
; x0 is part1[y]
; x1 is case0[y]
; x2 is P.M[y]
; x3 is e^eps
; x4 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (+ (* x2 x3) (* (- 1) x4)) x0) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (+ (* (* x2 x1) x3) (* (- 1) (* x4 x1))) x0) 0)))
(check-sat)
(reset)
; dp.guessing.tilted-prior.approx, step 8
; x0 is e^eps
; x1 is quotient0
; x2 is P.M[y0]
; x3 is case0[y0]
; x4 is Q.M[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x2 x3) x0)) (* (* (* x2 x3) x0) x1)) (* (* x2 x3) x1)) (* (- 1) (* (* x4 x3) x0))) (* (* (* x4 x3) x0) x1)) (* (* x4 x3) x1)) (* x4 x0)) (* (- 1) (* (* x4 x0) x1))) (* (- 1) (* x4 x1))) 0)))
(check-sat)
(reset)
; dp.guessing.tilted-prior.approx, step 10
; x0 is delta
; x1 is sum over y0 of part1[y0]
; x2 is sum over y0 of P.M[y0]*case0[y0]
; x3 is e^eps
; x4 is sum over y0 of Q.M[y0]*case0[y0]
; x5 is quotient1
; x6 is sum over y0 of Q.M[y0]
; x7 is quotient0
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
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (+ (* x2 x3) (* (- 1) x4)) x1) 0))
(assert (= (+ (+ (+ x0 (- 1)) (* x3 x5)) x5) 0))
(assert (= (+ x6 (- 1)) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x2 x3)) (* (* x2 x3) x7)) (* x2 x7)) (* (- 1) (* x4 x3))) (* (* x4 x3) x7)) (* x4 x7)) (* x6 x3)) (* (- 1) (* (* x6 x3) x7))) (* (- 1) (* x6 x7))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x3 x5)) (* (- 1) x5)) (* (* x2 x3) x7)) (* x2 x7)) x6) (* (- 1) x4)) (* (- 1) (* x4 x3))) (* (* x4 x3) x7)) (* x4 x7)) (* x6 x3)) (* (- 1) (* (* x6 x3) x7))) (* (- 1) (* x6 x7))) 0)))
(check-sat)
(reset)
; dp.guessing.tilted-prior.approx, step 11
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
