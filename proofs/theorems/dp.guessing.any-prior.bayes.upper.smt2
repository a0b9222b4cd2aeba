; dp.guessing.any-prior.bayes.upper, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is weight
; x3 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* (* x0 x1) x2)) (* x3 x1)) (* (- 1) (* (* x3 x1) x2))) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x2)) (* x0 x2)) (* (- 1) x3)) (* x3 x1)) (* (- 1) (* (* x3 x1) x2))) (* x3 x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 2) (* (* x0 x1) x2)) (* x0 x2)) (* (- 1) x3)) (* 2 (* x3 x1))) (* (- 2) (* (* x3 x1) x2))) (* x3 x2)) 0)))
(check-sat)
(reset)
; dp.guessing.any-prior.bayes.upper, step 2
; x0 is sum over y0 of P.M[y0]
; x1 is weight
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.guessing.any-prior.bayes.upper, step 3
; x0 is sum over y0 of Q.M[y0]
; x1 is weight
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (+ (+ x1 (- 1)) x0) (* (- 1) (* x0 x1))) 0)))
(check-sat)
(reset)
; dp.guessing.any-prior.bayes.upper, step 4
; x0 is sum over y0 of P.M[y0]*case0[y0]
; x1 is weight
; x2 is sum over y0 of P.M[y0]
; x3 is sum over y0 of Q.M[y0]
; x4 is sum over y0 of Q.M[y0]*case0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (* (- 2) (* x0 x1)) (* x2 x1)) (* (- 1) x3)) (* 2 x4)) (* (- 2) (* x4 x1))) (* x3 x1)) 0))
(assert (= (+ (* (- 1) x1) (* x2 x1)) 0))
(assert (= (+ (+ (+ x1 (- 1)) x3) (* (- 1) (* x3 x1))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) (* x0 x1)) (/ 1 2)) (* (- 1) x3)) x4) (* (- 1) (* x4 x1))) (* x3 x1)) 0)))
(check-sat)
