; pk.apkdp.indistinguishable 0 implies 1, step 0
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (* x2 x1) x3)) (* (- 1) (* x2 x3))) 0))
; denied
(assert (not (>= (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (* x2 x1) x3)) (* (- 1) (* x2 x3))) 0)))
(check-sat)
(reset)
; pk.apkdp.indistinguishable 0 implies 1, step 1
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
; x3 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x1) x3)) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) (* (* x2 x1) x3)) 0)))
(check-sat)
(reset)
; pk.apkdp.indistinguishable 0 implies 1, step 4
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is sum over y0 of Q.M[y0]*case0[y0]
; x3 is e^eps
; x4 is sum over y0 of Q.M[y0]
; x5 is sum over y0 of part0[y0]
; x6 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ x0 (* (- 1) x1)) (* x2 x3)) (* (- 1) (* x4 x3))) (* (- 1) x5)) 0))
(assert (>= (+ (+ (+ (+ x6 (* (- 1) x0)) x1) (* (- 1) (* x2 x3))) (* x4 x3)) 0))
; denied
(assert (not (>= (+ x6 (* (- 1) x5)) 0)))
(check-sat)
(reset)
; pk.apkdp.indistinguishable 1 implies 2, step 0
; x0 is part0[y]
; x1 is case0[y]
; x2 is P.M[y]
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
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 1) x2) (* x3 x4)) x0) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) x2) (* x2 x1)) (* (- 1) (* (* x3 x1) x4))) (* x3 x4)) x0) 0)))
(check-sat)
(reset)
; pk.apkdp.indistinguishable 1 implies 2, step 2
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is sum over y0 of Q.M[y0]*case0[y0]
; x3 is e^eps
; x4 is sum over y0 of Q.M[y0]
; x5 is sum over y0 of part0[y0]
; x6 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) x0) x1) (* (- 1) (* x2 x3))) (* x4 x3)) x5) 0))
(assert (>= (+ x6 (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x6 (* (- 1) x0)) x1) (* (- 1) (* x2 x3))) (* x4 x3)) 0)))
(check-sat)
(reset)
; pk.apkdp.indistinguishable 2 implies 0, step 0
; x0 is event0[y]
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
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (+ x1 (* (- 1) (* x1 x2))) (* (* x3 x2) x4)) (* (- 1) (* x3 x4))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ x1 (* (- 1) (* x1 x2))) (* (- 1) (* x1 x0))) (* (* x3 x2) x4)) (* (- 1) (* x3 x4))) (* (* x3 x4) x0)) 0)))
(check-sat)
(reset)
; pk.apkdp.indistinguishable 2 implies 0, step 2
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is sum over y0 of P.M[y0]*event0[y0]
; x3 is sum over y0 of Q.M[y0]*case0[y0]
; x4 is e^eps
; x5 is sum over y0 of Q.M[y0]
; x6 is sum over y0 of Q.M[y0]*event0[y0]
; x7 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ x0 (* (- 1) x1)) (* (- 1) x2)) (* x3 x4)) (* (- 1) (* x5 x4))) (* x6 x4)) 0))
(assert (>= (+ (+ (+ (+ x7 (* (- 1) x0)) x1) (* (- 1) (* x3 x4))) (* x5 x4)) 0))
; denied
(assert (not (>= (+ (+ x7 (* (- 1) x2)) (* x6 x4)) 0)))
(check-sat)
