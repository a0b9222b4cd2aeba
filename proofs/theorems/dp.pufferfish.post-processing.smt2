; dp.pufferfish.post-processing, step 0
; x0 is f[y,z]
; x1 is sum over x0 of M[x0,y]*P.T[x0]
; x2 is sum over x0 of M[x0,y]*Q.T[x0]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) (* x2 x3)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x1 x0)) (* (* x2 x3) x0)) 0)))
(check-sat)
(reset)
; dp.pufferfish.post-processing, step 2
; x0 is sum over x0,y1 of M[x0,y1]*P.T[x0]*f[y1,z]
; x1 is sum over x0,y1 of M[x0,y1]*Q.T[x0]*f[y1,z]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* x1 x2)) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x1 x2)) 0)))
(check-sat)
