; guessing.posterior.simplified-bound, step 0
; x0 is goal.prior[x]
; x1 is rest.prior[x']
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
(assert (not (>= (+ (* (- 1) (* (* x2 x0) x1)) (* (* (* x3 x4) x0) x1)) 0)))
(check-sat)
(reset)
; guessing.posterior.simplified-bound, step 2
; x0 is sum over x0 of M[x0,y]*rest.prior[x0]
; x1 is sum over x0 of goal.prior[x0]
; x2 is e^eps
; x3 is sum over x0 of M[x0,y]*goal.prior[x0]
; x4 is sum over x0 of rest.prior[x0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0))
(assert (= (+ x1 (- 1)) 0))
(assert (= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x2) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; guessing.posterior.simplified-bound, step 3
; x0 is rest.prior[x]
; x1 is goal.prior[x']
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
(assert (not (>= (+ (* (- 1) (* (* x2 x1) x0)) (* (* (* x3 x4) x1) x0)) 0)))
(check-sat)
(reset)
; guessing.posterior.simplified-bound, step 5
; x0 is sum over x0 of M[x0,y]*goal.prior[x0]
; x1 is sum over x0 of rest.prior[x0]
; x2 is e^eps
; x3 is sum over x0 of M[x0,y]*rest.prior[x0]
; x4 is sum over x0 of goal.prior[x0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (* x0 x1) x2) (* (- 1) (* x3 x4))) 0))
(assert (= (+ x1 (- 1)) 0))
(assert (= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x2) (* (- 1) x3)) 0)))
(check-sat)
