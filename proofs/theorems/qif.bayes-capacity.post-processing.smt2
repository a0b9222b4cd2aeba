; qif.bayes-capacity.post-processing, step 0
; x0 is choice0[x,z]
; x1 is f[y,z]
; x2 is M[x,y]
; x3 is largest1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) x3) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x2 x0) x1)) (* (* x0 x1) x3)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.post-processing, step 2
; x0 is sum over x0 of choice0[x0,z]
; x1 is f[y,z]
; x2 is largest1[y]
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
; qif.bayes-capacity.post-processing, step 4
; x0 is sum over z0 of f[y,z0]
; x1 is largest1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.post-processing, step 6
; x0 is sum over x0 of choice0[x0,z]
; x1 is largest0[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; qif.bayes-capacity.post-processing, step 9
; x0 is sum over x0,y1,z2 of M[x0,y1]*choice0[x0,z2]*f[y1,z2]
; x1 is sum over x0,y1,z2 of choice0[x0,z2]*f[y1,z2]*largest1[y1]
; x2 is sum over x0,z1 of choice0[x0,z1]*largest0[z1]
; x3 is sum over y0,z1 of f[y0,z1]*largest1[y0]
; x4 is sum over y0 of largest1[y0]
; x5 is sum over z0 of largest0[z0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (= (+ (* (- 1) x0) x2) 0))
(assert (= (+ x1 (* (- 1) x3)) 0))
(assert (= (+ (* (- 1) x4) x3) 0))
(assert (= (+ x2 (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ x4 (* (- 1) x5)) 0)))
(check-sat)
