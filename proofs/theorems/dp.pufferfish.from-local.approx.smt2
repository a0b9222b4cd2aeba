; dp.pufferfish.from-local.approx, step 3
; x0 is P.T[x]
; x1 is Q.T[x']
; x2 is part0[x,x',y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (* (* x0 x1) x2) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 5
; x0 is sum over x0,x1 of P.T[x0]*Q.T[x1]*part0[x0,x1,y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 6
; x0 is P.T[x]
; x1 is Q.T[x']
; x2 is M[x,y]
; x3 is M[x',y]
; x4 is e^eps
; x5 is part0[x,x',y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 1) x2) (* x3 x4)) x5) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* (* x2 x0) x1)) (* (* (* x3 x0) x1) x4)) (* (* x0 x1) x5)) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 8
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
; dp.pufferfish.from-local.approx, step 10
; x0 is sum over x0 of M[x0,y]*P.T[x0]
; x1 is sum over x0 of Q.T[x0]
; x2 is sum over x0 of M[x0,y]*Q.T[x0]
; x3 is sum over x0 of P.T[x0]
; x4 is e^eps
; x5 is sum over x0,x1 of P.T[x0]*Q.T[x1]*part0[x0,x1,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x4)) x5) 0))
(assert (= (+ (+ (+ (* (- 1) x0) (* x2 x4)) (* x0 x1)) (* (- 1) (* (* x2 x3) x4))) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x0) (* x2 x4)) x5) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 13
; x0 is P.T[x]
; x1 is Q.T[x']
; x2 is delta
; x3 is sum over y0 of part0[x,x',y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* (* x0 x1) x2) (* (- 1) (* (* x3 x0) x1))) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 15
; x0 is sum over x0 of Q.T[x0]
; x1 is M[x0,y0]
; x2 is P.T[x0]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (* x1 x2) x3) (* (- 1) (* (* (* x0 x1) x2) x3))) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 17
; x0 is sum over y0 of M[x0,y0]
; x1 is P.T[x0]
; x2 is Q.T[x1]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* (* x1 x2) x3)) (* (* (* x0 x1) x2) x3)) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 19
; x0 is sum over y0 of M[x0,y0]
; x1 is P.T[x0]
; x2 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* x1 x2) (* (- 1) (* (* x0 x1) x2))) 0)))
(check-sat)
(reset)
; dp.pufferfish.from-local.approx, step 21
; x0 is sum over x0,x1,y2 of P.T[x0]*Q.T[x1]*part0[x0,x1,y2]
; x1 is sum over y0 of part1[y0]
; x2 is sum over x0 of P.T[x0]
; x3 is sum over x0 of Q.T[x0]
; x4 is delta
; x5 is sum over x0,y1 of M[x0,y1]*P.T[x0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* (* x2 x3) x4) (* (- 1) x0)) 0))
(assert (= (+ x2 (- 1)) 0))
(assert (= (+ (* (- 1) (* (* x5 x3) x4)) (* x5 x4)) 0))
(assert (= (+ (* (- 1) (* (* x2 x3) x4)) (* (* x5 x3) x4)) 0))
(assert (= (+ (* x2 x4) (* (- 1) (* x5 x4))) 0))
; denied
(assert (not (>= (+ x4 (* (- 1) x1)) 0)))
(check-sat)
