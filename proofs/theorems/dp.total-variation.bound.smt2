; dp.total-variation.bound, step 0
; x0 is part0[y]
; x1 is P.M[y]
; x2 is e^eps
; x3 is Q.M[y]
; x4 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* x1 x2) (* (- 1) x3)) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (* 2 (* x1 x2)) (* (- 2) x3)) (* 2 x0)) (* 2 x4)) 0)))
(check-sat)
(reset)
; dp.total-variation.bound, step 1
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
; x3 is part0[y]
; x4 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 2) x0) (* 2 (* x1 x2))) (* 2 x3)) (* 2 x4)) 0)))
(check-sat)
(reset)
; dp.total-variation.bound, step 4
; x0 is sum over y0 of P.M[y0]
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.total-variation.bound, step 5
; x0 is sum over y0 of Q.M[y0]
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.total-variation.bound, step 6
; x0 is sum over y0 of P.M[y0]
; x1 is e^eps
; x2 is sum over y0 of Q.M[y0]
; x3 is sum over y0 of part2[y0]
; x4 is sum over y0 of part0[y0]
; x5 is sum over y0 of part1[y0]
; x6 is delta
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
(assert (>= (+ (+ (+ (+ (+ (* 2 (* x0 x1)) (* (- 2) x2)) (* (- 2) (* x3 x1))) (* 2 x4)) (* 2 x5)) (* (- 2) x3)) 0))
(assert (>= (+ x6 (* (- 1) x4)) 0))
(assert (>= (+ x6 (* (- 1) x5)) 0))
(assert (= (+ (* (- 1) x1) (* x0 x1)) 0))
(assert (= (+ x2 (- 1)) 0))
(assert (= (+ (+ (+ (+ (* (- 2) x6) 1) (* (- 1) x1)) (* x1 x7)) x7) 0))
; denied
(assert (not (>= (+ (+ (+ (* x1 x7) x7) (* (- 1) (* x3 x1))) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.total-variation.bound, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
