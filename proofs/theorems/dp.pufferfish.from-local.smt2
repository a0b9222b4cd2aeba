; dp.pufferfish.from-local, step 0
; x0 is P.T[x]
; x1 is Q.T[x']
; x2 is M[x,y]
; x3 is M[x',y]
; x4 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) (* x3 x4)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x2 x0) x1)) (* (* (* x3 x0) x1) x4)) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local, step 2
; x0 is sum over x0 of Q.T[x0]
; x1 is sum over x0 of P.T[x0]
; x2 is M[x0,y]
; x3 is P.T[x0]
; x4 is Q.T[x0]
; x5 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (= (+ (+ (+ (* (- 1) (* x2 x3)) (* (* x2 x4) x5)) (* (- 1) (* (* (* x1 x2) x4) x5))) (* (* x0 x2) x3)) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local, step 4
; x0 is sum over x0 of M[x0,y]*P.T[x0]
; x1 is sum over x0 of Q.T[x0]
; x2 is sum over x0 of M[x0,y]*Q.T[x0]
; x3 is sum over x0 of P.T[x0]
; x4 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x4)) 0))
(assert (= (+ (+ (+ (* (- 1) x0) (* x2 x4)) (* x0 x1)) (* (- 1) (* (* x2 x3) x4))) 0))
; denied
(assert (not (>= (+ (* (- 1) x0) (* x2 x4)) 0)))
(check-sat)
