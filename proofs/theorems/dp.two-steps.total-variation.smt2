; dp.two-steps.total-variation, step 18
; x0 is part0[y]
; x1 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ x0 x1) 0)))
(check-sat)
(reset)
; dp.two-steps.total-variation, step 19
; x0 is a.M[y]
; x1 is b.M[y]
; x2 is part0[y]
; x3 is c.M[y]
; x4 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) x2) 0))
(assert (>= (+ (+ (* (- 1) x1) x3) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x0) x3) x2) x4) 0)))
(check-sat)
(reset)
; dp.two-steps.total-variation, step 22
; x0 is sum over y0 of part0[y0]
; x1 is sum over y0 of part2[y0]
; x2 is sum over y0 of part4[y0]
; x3 is s
; x4 is t
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
(assert (>= (+ x4 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ (+ x3 x4) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.two-steps.total-variation, step 23
; x0 is a.M[y]
; x1 is b.M[y]
; x2 is part0[y]
; x3 is c.M[y]
; x4 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) x2) 0))
(assert (>= (+ (+ (* (- 1) x1) x3) x4) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x0) x3) x2) x4) 0)))
(check-sat)
(reset)
; dp.two-steps.total-variation, step 24
; x0 is part0[y]
; x1 is part2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ x0 x1) 0)))
(check-sat)
(reset)
; dp.two-steps.total-variation, step 27
; x0 is sum over y0 of a.M[y0]
; x1 is sum over y0 of c.M[y0]
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part2[y0]
; x4 is sum over y0 of part5[y0]
; x5 is s
; x6 is t
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) x0) x1) x2) x3) (* (- 1) x4)) 0))
(assert (>= (+ x5 (* (- 1) x2)) 0))
(assert (>= (+ x6 (* (- 1) x3)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ x5 x6) (* (- 1) x4)) 0)))
(check-sat)
