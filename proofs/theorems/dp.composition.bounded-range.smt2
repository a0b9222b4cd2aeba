; dp.composition.bounded-range, step 0
; x0 is e^rho1
; x1 is e^rho2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x1) (- 1)) 0)))
(check-sat)
(reset)
; dp.composition.bounded-range, step 1
; x0 is P.M1[y]
; x1 is Q.M1[y']
; x2 is P.M1[y']
; x3 is Q.M1[y]
; x4 is e^rho1
; x5 is P.M2[z]
; x6 is Q.M2[z']
; x7 is P.M2[z']
; x8 is Q.M2[z]
; x9 is e^rho2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x4)) 0))
(assert (>= (+ (* (- 1) (* x5 x6)) (* (* x7 x8) x9)) 0))
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x5 0))
(assert (>= x6 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x0 x5) x1) x6)) (* (* (* (* (* x2 x7) x3) x8) x4) x9)) 0)))
(check-sat)
(reset)
; dp.composition.bounded-range, step 2
; x0 is P.M1[y]
; x1 is Q.M1[y']
; x2 is e^rho1
; x3 is P.M1[y']
; x4 is Q.M1[y]
; x5 is P.M2[z]
; x6 is Q.M2[z']
; x7 is e^rho2
; x8 is P.M2[z']
; x9 is Q.M2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0))
(assert (>= (+ (* (* x5 x6) x7) (* (- 1) (* x8 x9))) 0))
(assert (>= x3 0))
(assert (>= x4 0))
(assert (>= x8 0))
(assert (>= x9 0))
; denied
(assert (not (>= (+ (* (* (* (* (* x0 x5) x1) x6) x2) x7) (* (- 1) (* (* (* x3 x8) x4) x9))) 0)))
(check-sat)
