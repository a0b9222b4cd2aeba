; dp.group-privacy.total-variation step, step 12
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
; dp.group-privacy.total-variation step, step 13
; x0 is end.M[y]
; x1 is next.M[y]
; x2 is part0[y]
; x3 is part2[y]
; x4 is start.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) x2) 0))
(assert (>= (+ (+ x0 x3) (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (+ (+ x1 x2) x3) (* (- 1) x4)) 0)))
(check-sat)
(reset)
; dp.group-privacy.total-variation step, step 16
; x0 is sum over y0 of part0[y0]
; x1 is sum over y0 of part2[y0]
; x2 is sum over y0 of part3[y0]
; x3 is t
; x4 is steps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
(assert (>= (+ (* x4 x3) (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ (+ (* x4 x3) x3) (* (- 1) x2)) 0)))
(check-sat)
