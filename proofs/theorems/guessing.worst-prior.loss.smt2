; guessing.worst-prior.loss, step 1
; x0 is e^s
; x1 is p
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 2) (* x0 x1)) (* 2 (* (* x0 x1) x1))) (* x0 x0)) (* (- 2) (* (* x0 x0) x1))) (* (* (* x0 x0) x1) x1)) (* x1 x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* 2 (* x0 x1)) (* (- 1) (* (* x0 x1) x1))) (* (- 1) (* x0 x0))) (* (* (* x0 x0) x1) x1)) (* (* x0 x0) x0)) (* (- 2) (* (* (* x0 x0) x0) x1))) (* (* (* (* x0 x0) x0) x1) x1)) (* (- 1) (* x1 x1))) 0)))
(check-sat)
