; dp.pure-implies-bounded-range.double, step 0
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; dp.pure-implies-bounded-range.double, step 1
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
; x3 is P.M[y']
; x4 is Q.M[y']
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= x3 0))
(assert (>= (+ (* x3 x2) (* (- 1) x4)) 0))
(assert (>= x0 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x4)) (* (* (* x3 x1) x2) x2)) 0)))
(check-sat)
(reset)
; dp.pure-implies-bounded-range.double, step 2
; x0 is P.M[y']
; x1 is Q.M[y']
; x2 is e^eps
; x3 is P.M[y]
; x4 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
(assert (>= x3 0))
(assert (>= (+ (* x3 x2) (* (- 1) x4)) 0))
(assert (>= x0 0))
(assert (>= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* (* x3 x1) x2) x2) (* (- 1) (* x0 x4))) 0)))
(check-sat)
