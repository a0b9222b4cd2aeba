; dp.post-processing.guess-error, step 0
; x0 is f[y,z]
; x1 is P.M[y]
; x2 is case0[y]
; x3 is v
; x4 is Q.M[y]
; x5 is case2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) (* (* x1 x2) x3)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) 0))
(assert (>= (+ (* (- 1) x5) 1) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* x1 x3)) (* (- 1) x4)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) (* x4 x3)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) (* (* (* x1 x2) x0) x3)) (* (* (* x1 x5) x0) x3)) (* (* x4 x2) x0)) (* (- 1) (* (* (* x4 x2) x0) x3))) (* (- 1) (* (* x4 x5) x0))) (* (* (* x4 x5) x0) x3)) 0)))
(check-sat)
(reset)
; dp.post-processing.guess-error, step 2
; x0 is sum over z0 of f[y0,z0]
; x1 is P.M[y0]
; x2 is case0[y0]
; x3 is v
; x4 is Q.M[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x1 x2) x3)) (* (- 1) x4)) (* x4 x2)) (* (- 1) (* (* x4 x2) x3))) (* x4 x3)) (* (* (* x0 x1) x2) x3)) (* (- 1) (* (* x0 x4) x2))) (* (* (* x0 x4) x2) x3)) (* x0 x4)) (* (- 1) (* (* x0 x4) x3))) 0)))
(check-sat)
(reset)
; dp.post-processing.guess-error, step 4
; x0 is t
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is v
; x3 is sum over y0 of Q.M[y0]
; x4 is sum over y0 of Q.M[y0]*case0[y0]
; x5 is sum over y0,z1 of P.M[y0]*case0[y0]*f[y0,z1]
; x6 is sum over y0,z1 of P.M[y0]*case2[z1]*f[y0,z1]
; x7 is sum over y0,z1 of Q.M[y0]*case0[y0]*f[y0,z1]
; x8 is sum over y0,z1 of Q.M[y0]*case2[z1]*f[y0,z1]
; x9 is sum over y0,z1 of Q.M[y0]*f[y0,z1]
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
(assert (>= (+ (+ (+ (+ (+ (* (- 1) x0) (* x1 x2)) x3) (* (- 1) x4)) (* x4 x2)) (* (- 1) (* x3 x2))) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* x5 x2)) (* x6 x2)) x7) (* (- 1) (* x7 x2))) (* (- 1) x8)) (* x8 x2)) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x1 x2)) (* (- 1) x3)) x4) (* (- 1) (* x4 x2))) (* x3 x2)) (* x5 x2)) (* (- 1) x7)) (* x7 x2)) x9) (* (- 1) (* x9 x2))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) x0) (* x6 x2)) (* (- 1) x8)) (* x8 x2)) x9) (* (- 1) (* x9 x2))) 0)))
(check-sat)
