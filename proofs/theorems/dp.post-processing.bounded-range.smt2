; dp.post-processing.bounded-range, step 0
; x0 is f[y,z]
; x1 is f[y',z']
; x2 is P.M[y]
; x3 is Q.M[y']
; x4 is P.M[y']
; x5 is Q.M[y]
; x6 is e^rho
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) (* x2 x3)) (* (* x4 x5) x6)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x2 x3) x0) x1)) (* (* (* (* x4 x5) x6) x0) x1)) 0)))
(check-sat)
(reset)
; dp.post-processing.bounded-range, step 2
; x0 is sum over y0 of P.M[y0]*f[y0,z']
; x1 is sum over y0 of Q.M[y0]*f[y0,z]
; x2 is e^rho
; x3 is sum over y0 of P.M[y0]*f[y0,z]
; x4 is sum over y0 of Q.M[y0]*f[y0,z']
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0)))
(check-sat)
(reset)
; dp.post-processing.bounded-range, step 3
; x0 is f[y,z]
; x1 is f[y',z']
; x2 is P.M[y]
; x3 is Q.M[y']
; x4 is e^rho
; x5 is P.M[y']
; x6 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (* x2 x3) x4) (* (- 1) (* x5 x6))) 0))
; denied
(assert (not (>= (+ (* (* (* (* x2 x3) x4) x0) x1) (* (- 1) (* (* (* x5 x6) x0) x1))) 0)))
(check-sat)
(reset)
; dp.post-processing.bounded-range, step 5
; x0 is sum over y0 of P.M[y0]*f[y0,z]
; x1 is sum over y0 of Q.M[y0]*f[y0,z']
; x2 is e^rho
; x3 is sum over y0 of P.M[y0]*f[y0,z']
; x4 is sum over y0 of Q.M[y0]*f[y0,z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0)))
(check-sat)
