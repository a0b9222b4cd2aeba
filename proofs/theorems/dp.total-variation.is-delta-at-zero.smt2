; dp.total-variation.is-delta-at-zero 0 implies 1, step 0
; x0 is delta
; x1 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ x0 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.total-variation.is-delta-at-zero 1 implies 0, step 0
; x0 is delta
; x1 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ x0 (* (- 1) x1)) 0)))
(check-sat)
