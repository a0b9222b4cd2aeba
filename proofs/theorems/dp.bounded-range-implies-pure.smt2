; dp.bounded-range-implies-pure, step 0
; x0 is P.M[y]
; x1 is Q.M[y']
; x2 is P.M[y']
; x3 is Q.M[y]
; x4 is e^eta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x4)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x4)) 0)))
(check-sat)
(reset)
; dp.bounded-range-implies-pure, step 2
; x0 is sum over y0 of P.M[y0]
; x1 is Q.M[y]
; x2 is e^eta
; x3 is sum over y0 of Q.M[y0]
; x4 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x4) (* x1 x2)) 0)))
(check-sat)
