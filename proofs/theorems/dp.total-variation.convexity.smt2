; dp.total-variation.convexity, step 15
; x0 is w
; x1 is P.A[y]
; x2 is Q.A[y]
; x3 is part1[y]
; x4 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ x1 (* (- 1) x2)) x3) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x4 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* x1 x0) (* (- 1) (* x2 x0))) (* x3 x0)) x4) (* (- 1) (* x4 x0))) 0)))
(check-sat)
(reset)
; dp.total-variation.convexity, step 16
; x0 is w
; x1 is part1[y]
; x2 is P.B[y]
; x3 is Q.B[y]
; x4 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (* (- 1) x2) x3) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (- 1) x2) (* x2 x0)) x3) (* (- 1) (* x3 x0))) (* x1 x0)) x4) (* (- 1) (* x4 x0))) 0)))
(check-sat)
(reset)
; dp.total-variation.convexity, step 19
; x0 is sum over y0 of P.A[y0]
; x1 is w
; x2 is sum over y0 of Q.A[y0]
; x3 is sum over y0 of part1[y0]
; x4 is sum over y0 of part2[y0]
; x5 is sum over y0 of part4[y0]
; x6 is s
; x7 is t
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
(assert (>= (+ (+ (+ (+ (+ (* x0 x1) (* (- 1) (* x2 x1))) (* x3 x1)) x4) (* (- 1) (* x4 x1))) (* (- 1) x5)) 0))
(assert (>= x1 0))
(assert (>= (+ x6 (* (- 1) x3)) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ x7 (* (- 1) x4)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x6 x1) x7) (* (- 1) (* x7 x1))) (* (- 1) x5)) 0)))
(check-sat)
