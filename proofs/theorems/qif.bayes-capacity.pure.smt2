; qif.bayes-capacity.pure, step 0
; x0 is choice0[x',y]
; x1 is M[x,y]
; x2 is e^eps
; x3 is M[x',y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* x1 x2) (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (* (* x1 x0) x2) (* (- 1) (* x3 x0))) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.pure, step 2
; x0 is sum over x0 of choice0[x0,y]
; x1 is M[x,y]
; x2 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) (* x1 x2)) (* (* x0 x1) x2)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.pure, step 3
; x0 is sum over x0 of choice0[x0,y]
; x1 is largest0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.pure, step 5
; x0 is sum over x0 of M[x0,y]*choice0[x0,y]
; x1 is sum over x0 of choice0[x0,y]
; x2 is M[x,y]
; x3 is e^eps
; x4 is largest0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) x0) (* (* x1 x2) x3)) 0))
(assert (= (+ (* (- 1) x0) (* x1 x4)) 0))
(assert (= (+ (* (- 1) (* x2 x3)) (* (* x1 x2) x3)) 0))
(assert (= (+ (* (- 1) x4) (* x1 x4)) 0))
; denied
(assert (not (>= (+ (* x2 x3) (* (- 1) x4)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.pure, step 6
; x0 is choice0[x,y]
; x1 is M[x,y]
; x2 is e^eps
; x3 is largest0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* x1 x2) (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* x1 x0) x2)) (* x1 x2)) (* x0 x3)) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.pure, step 11
; x0 is sum over x0,y1 of M[x0,y1]*choice0[x0,y1]
; x1 is e^eps
; x2 is sum over x0,y1 of M[x0,y1]
; x3 is sum over x0,y1 of choice0[x0,y1]*largest0[y1]
; x4 is sum over x0 of 1
; x5 is sum over y0 of largest0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (* (- 1) (* x0 x1)) (* x2 x1)) x3) (* (- 1) (* x4 x5))) 0))
(assert (= (+ (* (- 1) x4) x2) 0))
(assert (= (+ x3 (* (- 1) x5)) 0))
(assert (= (+ (* (- 1) x0) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (* x4 x1) (* (- 1) (* x4 x5))) (* (- 1) (* x5 x1))) x5) 0)))
(check-sat)
