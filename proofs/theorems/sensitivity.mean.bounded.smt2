; sensitivity.mean.bounded, step 0
; x0 is out.Y.0
; x1 is in.Y.1
; x2 is out.Y.1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (= (+ (+ x0 (- 1)) x2) 0))
; denied
(assert (not (>= (+ (+ x1 1) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; sensitivity.mean.bounded, step 1
; x0 is out.Y.1
; x1 is in.Y.0
; x2 is in.Y.1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (= (+ (+ x1 (- 1)) x2) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x2) 1) x0) 0)))
(check-sat)
