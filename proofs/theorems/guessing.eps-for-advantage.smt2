; guessing.eps-for-advantage, step 0
; x0 is e^t
; x1 is eta
; x2 is p
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* x0 x2))) (* (* x0 x2) x2)) x1) (* (- 1) (* x1 x2))) x2) (* (- 1) (* x2 x2))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* x0 x2))) (* (* x0 x2) x2)) x1) (* (- 1) (* x1 x2))) x2) (* (- 1) (* x2 x2))) 0)))
(check-sat)
