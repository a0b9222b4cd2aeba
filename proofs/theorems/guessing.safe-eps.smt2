; guessing.safe-eps, step 0
; x0 is p
; x1 is e^s
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (* (* x1 x1) x0) 1) (* (- 1) x0)) 0)))
(check-sat)
(reset)
; guessing.safe-eps, step 2
; x0 is e^s
; x1 is p
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 2) (* x0 x1)) 1) (* 2 (* (* x0 x1) x1))) (* (* (* x0 x0) x1) x1)) (* (- 2) x1)) (* x1 x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ x0 (- 1)) (* (- 1) (* (* x0 x1) x1))) (* (- 2) (* (* x0 x0) x1))) (* (* (* x0 x0) x1) x1)) (* (* (* (* x0 x0) x0) x1) x1)) (* 2 x1)) (* (- 1) (* x1 x1))) 0)))
(check-sat)
(reset)
; guessing.safe-eps, step 3
; x0 is e^s
; x1 is p
; x2 is eta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ x0 (- 1)) (* (- 1) (* (* x0 x1) x1))) (* (- 2) (* (* x0 x0) x1))) (* (* (* x0 x0) x1) x1)) (* (* (* (* x0 x0) x0) x1) x1)) (* 2 x1)) (* (- 1) (* x1 x1))) 0))
(assert (>= (+ (+ (* (* x0 x0) x1) 1) (* (- 1) x1)) 0))
(assert (>= (+ (+ (+ (* (- 1) x0) 1) (* x0 x2)) x2) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* x0 x2) (* (- 1) (* (* x0 x2) x1))) (* x0 x1)) (* (- 1) (* (* x0 x1) x1))) (* (* (* x0 x0) x2) x1)) (* (- 1) (* (* x0 x0) x1))) (* (* (* x0 x0) x1) x1)) (* (* (* (* x0 x0) x0) x2) x1)) (* (- 1) (* (* (* x0 x0) x0) x1))) (* (* (* (* x0 x0) x0) x1) x1)) x2) (* (- 1) (* x2 x1))) x1) (* (- 1) (* x1 x1))) 0)))
(check-sat)
(reset)
; guessing.safe-eps, step 4
; x0 is e^s
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
