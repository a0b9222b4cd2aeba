; par.weak-post-processing, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is case1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
; denied
(assert (not (>= (+ x0 (* (- 1) (* (* x0 x1) x2))) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 1
; x0 is Q.M[y]
; x1 is case0[y]
; x2 is case1[y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x0 x1) x2) x3)) (* x0 x3)) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 2
; x0 is case1[y]
; x1 is P.M[y]
; x2 is case0[y]
; x3 is Q.M[y]
; x4 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) (* x1 x2)) (* (* x3 x2) x4)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x1 x2) x0)) (* (* (* x3 x2) x0) x4)) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 3
; x0 is Q.M[y]
; x1 is case0[y]
; x2 is case1[y]
; x3 is e^eps
; x4 is P.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (* (- 1) (* (* (* x0 x1) x2) x3)) (* x0 x3)) 0))
(assert (>= (+ (* (- 1) (* (* x4 x1) x2)) (* (* (* x0 x1) x2) x3)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* x4 x1) x2)) (* x0 x3)) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 4
; x0 is f[y,z]
; x1 is P.M[y]
; x2 is case0[y]
; x3 is case1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) (* (* x1 x2) x3))) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x1 x2) x3) x0)) (* x1 x0)) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 6
; x0 is f[y,z]
; x1 is P.M[y]
; x2 is case0[y]
; x3 is case1[y]
; x4 is Q.M[y]
; x5 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) (* (* x1 x2) x3)) (* x4 x5)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* (* (* x1 x2) x3) x0)) (* (* x4 x5) x0)) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 10
; x0 is sum over z0 of f[y,z0]
; x1 is P.M[y]
; x2 is case0[y]
; x3 is case1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (+ (+ (* (- 1) x1) (* (* x1 x2) x3)) (* (- 1) (* (* (* x0 x1) x2) x3))) (* x0 x1)) 0)))
(check-sat)
(reset)
; par.weak-post-processing, step 12
; x0 is sum over y0,z1 of P.M[y0]*case0[y0]*case1[y0]*f[y0,z1]
; x1 is sum over y0,z1 of P.M[y0]*f[y0,z1]
; x2 is sum over z0 of part0[z0]
; x3 is risk
; x4 is sum over y0 of P.M[y0]
; x5 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) x1) (* (- 1) x2)) 0))
(assert (>= (+ (+ x3 (* (- 1) x4)) x5) 0))
(assert (= (+ (+ (+ (* (- 1) x4) x5) (* (- 1) x0)) x1) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x2)) 0)))
(check-sat)
