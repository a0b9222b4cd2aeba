; par.composition.mean.printed, step 0
; x0 is null0[y]
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) (* x2 x3)) 0))
(assert (= (* x2 x0) 0))
; denied
(assert (not (>= (* (- 1) (* x1 x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 1, zero, step 0
; x0 is nats(eps)
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 2) x1) 2) (* x1 x0)) x0) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 2, zero, step 0
; x0 is nats(eps0)
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 2) x1) 2) (* x1 x0)) x0) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 3
; x0 is case0[y]
; x1 is case1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 4
; x0 is case0[y]
; x1 is case1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) 1) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 0
; x0 is case0[y]
; x1 is P.M[y]
; x2 is case1[y]
; x3 is e^eps
; x4 is Q.M[y]
; x5 is loss0[y]
; x6 is nats(eps)
; x7 is ratio0[y]
; x8 is null0[y]
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
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (* x1 x2) x3) (* (- 1) (* x4 x2))) 0))
(assert (>= (+ (+ (+ (* (- 1) x3) (* (- 1) (* x3 x5))) (* x3 x6)) x7) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) (* x1 x0)) (* (* x4 x0) x3)) 0))
(assert (>= (+ (+ (+ (* x3 x7) (- 1)) (* (- 1) x5)) (* (- 1) x6)) 0))
(assert (>= (* x0 x2) 0))
(assert (>= x8 0))
(assert (>= x1 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (= (+ (+ x1 (* (- 1) (* x1 x8))) (* (- 1) (* x4 x7))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* (* (* (* (* x1 x0) x2) x3) x3) x5)) (* (* (* (* (* x1 x0) x2) x3) x3) x6)) (* (* (* x1 x0) x2) x5)) (* (* (* x1 x0) x2) x6)) (* (- 2) (* (* (* (* x4 x0) x2) x3) x6))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 2
; x0 is case0[y]
; x1 is case1[y]
; x2 is P.M[y]
; x3 is e^eps0
; x4 is Q.M[y]
; x5 is loss0[y]
; x6 is nats(eps0)
; x7 is ratio0[y]
; x8 is null0[y]
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
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) 1) 0))
(assert (>= (+ (* x2 x3) (* (- 1) x4)) 0))
(assert (>= (+ (+ (+ (* (- 1) x3) (* (- 1) (* x3 x5))) (* x3 x6)) x7) 0))
(assert (>= (+ (* (- 1) x2) (* x4 x3)) 0))
(assert (>= (+ (+ (+ (* x3 x7) (- 1)) (* (- 1) x5)) (* (- 1) x6)) 0))
(assert (>= x8 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (= (+ (+ x2 (* (- 1) (* x2 x8))) (* (- 1) (* x4 x7))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* (* x2 x0) x1) x3) x3) x5) (* (- 1) (* (* (* (* (* x2 x0) x1) x3) x3) x6))) (* (- 1) (* (* (* x2 x0) x1) x5))) (* (- 1) (* (* (* x2 x0) x1) x6))) (* (- 1) (* (* (* x2 x3) x3) x5))) (* (* (* x2 x3) x3) x6)) (* x2 x5)) (* x2 x6)) (* 2 (* (* (* (* x4 x0) x1) x3) x6))) (* (- 2) (* (* x4 x3) x6))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, positive, step 2
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, positive, step 3
; x0 is e^eps
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ x0 (* (* x0 x1) x1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, positive, step 4
; x0 is e^eps
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (* 2 (* x0 x1)) (* x0 x0)) (* x1 x1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, positive, step 5
; x0 is e^eps
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) x1) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* 2 x0) (* (- 2) (* x0 x1))) (* 2 (* (* x0 x1) x1))) (* (- 1) (* x0 x0))) (* (- 1) (* x1 x1))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, positive, step 6
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
; x3 is nats(eps0)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (* x0 x1) x1)) 0))
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (* 2 x0) (* (- 1) (* x0 x2))) (* x0 x3)) (* (- 2) x1)) (* (- 1) (* x1 x2))) (* x1 x3)) 0))
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ (+ (* 2 (* x0 x1)) (* x0 x0)) (* x1 x1)) 0))
(assert (>= (+ (+ (* (- 2) (* x0 x2)) (- 1)) (* x0 x0)) 0))
(assert (>= (+ (+ (+ (+ (* 2 x0) (* (- 2) (* x0 x1))) (* 2 (* (* x0 x1) x1))) (* (- 1) (* x0 x0))) (* (- 1) (* x1 x1))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* x0 x1) x3))) (* (- 1) (* (* (* (* x0 x1) x1) x1) x2))) (* (- 1) (* (* (* (* x0 x1) x1) x1) x3))) (* (- 1) (* (* (* (* x0 x0) x1) x1) x2))) (* (- 1) (* (* (* (* x0 x0) x1) x1) x3))) (* (* x0 x0) x2)) (* (- 1) (* (* x0 x0) x3))) (* (* (* (* x0 x0) x0) x1) x2)) (* (* (* (* x0 x0) x0) x1) x3)) (* (- 1) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x2))) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3)) (* (- 1) (* (* (* (* (* (* x0 x0) x0) x0) x1) x1) x2))) (* (* (* (* (* (* x0 x0) x0) x0) x1) x1) x3)) (* (* (* (* x0 x0) x0) x0) x2)) (* (* (* (* x0 x0) x0) x0) x3)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, positive, step 7
; x0 is e^eps
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (> (+ (* x0 x1) (* x0 x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, zero, step 0
; x0 is e^eps
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x0 x0) (- 1)) (* (* (* x0 x0) x1) x1)) (* (- 1) (* x1 x1))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, zero, step 1
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
; x3 is nats(eps0)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x0) (- 1)) (* (* (* x0 x0) x1) x1)) (* (- 1) (* x1 x1))) 0))
(assert (>= (+ (+ (+ x0 (* (- 1) x1)) (* (- 1) (* x1 x2))) (* x1 x3)) 0))
(assert (= (+ (* (- 1) x0) x1) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* (* x0 x0) x1) x2) (* (* (* x0 x0) x1) x3)) (* (- 1) (* (* (* (* (* x0 x0) x1) x1) x1) x2))) (* (* (* (* (* x0 x0) x1) x1) x1) x3)) (* x1 x2)) (* (- 1) (* x1 x3))) (* (- 1) (* (* (* x1 x1) x1) x2))) (* (- 1) (* (* (* x1 x1) x1) x3))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 4, zero, step 2
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 5, zero, step 0
; x0 is nats(eps)
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 2) x1) 2) (* x1 x0)) x0) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, positive, step 1
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, positive, step 2
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ (+ (+ (* (- 2) x0) 2) (* x0 x2)) x2) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ x0 (* x0 x1)) (* 2 (* x0 x2))) (* x0 x0)) (* (- 1) (* (* x0 x0) x1))) (* 2 (* (* (* x0 x0) x1) x2))) (* 2 (* (* x0 x0) x2))) (* (- 1) (* (* x0 x0) x0))) (* (- 1) (* (* (* x0 x0) x0) x1))) (* 2 (* (* (* (* x0 x0) x0) x1) x2))) (* (- 1) (* (* (* x0 x0) x0) x0))) x1) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, positive, step 3
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, positive, step 5
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
; x3 is nats(eps0)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ (+ (+ (* 2 (* (* x0 x1) x2)) (* (- 2) (* (* x0 x1) x3))) (* (- 1) (* x0 x0))) (* x1 x1)) 0))
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ (+ (+ (+ (+ x0 (* 2 (* x0 x2))) (* (- 1) (* (* x0 x0) x1))) (* 2 (* (* (* x0 x0) x1) x2))) (* (- 1) (* (* x0 x0) x0))) x1) 0))
; denied
(assert (not (>= (+ (+ (+ (* 2 (* (* x0 x1) x3)) (* 2 (* (* (* (* x0 x0) x1) x1) x2))) (* (- 2) (* (* x0 x0) x2))) (* (- 2) (* (* (* (* x0 x0) x0) x1) x3))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, positive, step 6
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (* 2 x0) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, zero, step 0
; x0 is e^eps
; x1 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* x0 x0) x1) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, zero, step 1
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
; x3 is nats(eps0)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (* x0 x0) x1) (* (- 1) x1)) 0))
(assert (>= (+ (+ (+ (* (- 1) x0) (* x0 x2)) (* (- 1) (* x0 x3))) x1) 0))
(assert (= (+ (* (- 1) x0) x1) 0))
; denied
(assert (not (>= (+ (+ (+ (* (* x0 x1) x3) (* (* (* (* x0 x0) x1) x1) x2)) (* (- 1) (* (* x0 x0) x2))) (* (- 1) (* (* (* (* x0 x0) x0) x1) x3))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 6, zero, step 2
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 8
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, positive, step 9
; x0 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]*loss0[y0]
; x1 is e^eps
; x2 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]
; x3 is nats(eps)
; x4 is sum over y0 of Q.M[y0]*case0[y0]*case1[y0]
; x5 is e^eps0
; x6 is nats(eps0)
; x7 is sum over y0 of P.M[y0]*loss0[y0]
; x8 is sum over y0 of P.M[y0]
; x9 is sum over y0 of Q.M[y0]
; x10 is risk
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x1)) (* (* (* x2 x1) x1) x3)) x0) (* x2 x3)) (* (- 2) (* (* x4 x1) x3))) 0))
(assert (>= (+ (* x5 x5) (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x5) x5) (* (- 1) (* (* (* x2 x5) x5) x6))) (* (- 1) x0)) (* (- 1) (* x2 x6))) (* (- 1) (* (* x7 x5) x5))) (* (* (* x8 x5) x5) x6)) x7) (* x8 x6)) (* 2 (* (* x4 x5) x6))) (* (- 2) (* (* x9 x5) x6))) 0))
(assert (>= (+ (* x1 x1) (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* (* (* x1 x1) x5) x5) x3)) (* (* (* (* x1 x1) x5) x5) x6)) (* (* x1 x1) x3)) (* (* x1 x1) x6)) (* (- 1) (* (* x5 x5) x3))) (* (- 1) (* (* x5 x5) x6))) x3) (* (- 1) x6)) 0))
(assert (>= (+ (+ x10 (* (- 1) x8)) x2) 0))
(assert (>= (+ (+ (+ (* (* (* x1 x5) x5) x3) (* (- 1) (* x1 x3))) (* (- 1) (* (* (* x1 x1) x5) x6))) (* x5 x6)) 0))
(assert (>= (+ (+ x10 (* (- 1) x9)) x4) 0))
(assert (= (+ x8 (- 1)) 0))
(assert (= (+ x9 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 2) (* (* (* x1 x5) x5) x3)) (* 2 (* (* (* (* x1 x5) x5) x3) x10))) (* 2 (* x1 x3))) (* (- 2) (* (* x1 x3) x10))) (* (- 2) (* (* (* (* x1 x1) x5) x6) x10))) (* (* (* (* x1 x1) x5) x5) x3)) (* (- 1) (* (* (* (* (* x1 x1) x5) x5) x3) x10))) (* (* (* (* (* x1 x1) x5) x5) x6) x10)) (* (- 1) (* (* x1 x1) x3))) (* (* (* x1 x1) x3) x10)) (* (* (* x1 x1) x6) x10)) (* 2 (* (* x5 x6) x10))) (* (* x5 x5) x3)) (* (- 1) (* (* (* x5 x5) x3) x10))) (* (- 1) (* (* (* x5 x5) x6) x10))) (* (- 1) x3)) (* x3 x10)) (* (- 1) (* x6 x10))) (* (- 1) (* (* (* (* x7 x1) x1) x5) x5))) (* (* x7 x1) x1)) (* (* x7 x5) x5)) (* (- 1) x7)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, zero, step 0
; x0 is case0[y]
; x1 is P.M[y]
; x2 is case1[y]
; x3 is e^eps
; x4 is Q.M[y]
; x5 is loss0[y]
; x6 is nats(eps)
; x7 is ratio0[y]
; x8 is null0[y]
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
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (* x1 x2) x3) (* (- 1) (* x4 x2))) 0))
(assert (>= (+ (+ (+ (* (- 1) x3) (* (- 1) (* x3 x5))) (* x3 x6)) x7) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) (* x1 x0)) (* (* x4 x0) x3)) 0))
(assert (>= (+ (+ (+ (* x3 x7) (- 1)) (* (- 1) x5)) (* (- 1) x6)) 0))
(assert (>= (* x0 x2) 0))
(assert (>= x8 0))
(assert (>= x1 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (= (+ (+ x1 (* (- 1) (* x1 x8))) (* (- 1) (* x4 x7))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* (* (* (* (* x1 x0) x2) x3) x3) x5)) (* (* (* (* (* x1 x0) x2) x3) x3) x6)) (* (* (* x1 x0) x2) x5)) (* (* (* x1 x0) x2) x6)) (* (- 2) (* (* (* (* x4 x0) x2) x3) x6))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, zero, step 2
; x0 is case0[y]
; x1 is case1[y]
; x2 is P.M[y]
; x3 is e^eps0
; x4 is Q.M[y]
; x5 is loss0[y]
; x6 is nats(eps0)
; x7 is ratio0[y]
; x8 is null0[y]
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
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) 1) 0))
(assert (>= (+ (* x2 x3) (* (- 1) x4)) 0))
(assert (>= (+ (+ (+ (* (- 1) x3) (* (- 1) (* x3 x5))) (* x3 x6)) x7) 0))
(assert (>= (+ (* (- 1) x2) (* x4 x3)) 0))
(assert (>= (+ (+ (+ (* x3 x7) (- 1)) (* (- 1) x5)) (* (- 1) x6)) 0))
(assert (>= x8 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (= (+ (+ x2 (* (- 1) (* x2 x8))) (* (- 1) (* x4 x7))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* (* x2 x0) x1) x3) x3) x5) (* (- 1) (* (* (* (* (* x2 x0) x1) x3) x3) x6))) (* (- 1) (* (* (* x2 x0) x1) x5))) (* (- 1) (* (* (* x2 x0) x1) x6))) (* (- 1) (* (* (* x2 x3) x3) x5))) (* (* (* x2 x3) x3) x6)) (* x2 x5)) (* x2 x6)) (* 2 (* (* (* (* x4 x0) x1) x3) x6))) (* (- 2) (* (* x4 x3) x6))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, zero, step 4
; x0 is case0[y]
; x1 is case1[y]
; x2 is P.M[y]
; x3 is loss0[y]
; x4 is ratio0[y]
; x5 is Q.M[y]
; x6 is e^eps
; x7 is null0[y]
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
(assert (>= (* x0 x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* (- 1) x3) (- 1)) x4) 0))
(assert (>= x1 0))
(assert (>= (+ (* (- 1) (* x2 x0)) (* (* x5 x0) x6)) 0))
(assert (>= x4 0))
(assert (>= x7 0))
(assert (>= (+ x6 (- 1)) 0))
(assert (= (+ (+ x2 (* (- 1) (* x2 x7))) (* (- 1) (* x5 x4))) 0))
(assert (= (+ x6 (- 1)) 0))
; denied
(assert (not (>= (* (- 1) (* (* (* x2 x0) x1) x3)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, zero, step 6
; x0 is case0[y]
; x1 is P.M[y]
; x2 is case1[y]
; x3 is e^eps
; x4 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (* x1 x2) x3) (* (- 1) (* x4 x2))) 0))
(assert (= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (* (* x1 x0) x2) (* (- 1) (* (* x4 x0) x2))) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, positive, step 0, zero, step 8
; x0 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]*loss0[y0]
; x1 is e^eps0
; x2 is sum over y0 of P.M[y0]*case0[y0]*case1[y0]
; x3 is nats(eps0)
; x4 is sum over y0 of P.M[y0]*loss0[y0]
; x5 is sum over y0 of P.M[y0]
; x6 is sum over y0 of Q.M[y0]*case0[y0]*case1[y0]
; x7 is sum over y0 of Q.M[y0]
; x8 is risk
; x9 is e^eps
; x10 is nats(eps)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (* (- 1) x0) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x1) (* (- 1) (* (* (* x2 x1) x1) x3))) (* (- 1) x0)) (* (- 1) (* x2 x3))) (* (- 1) (* (* x4 x1) x1))) (* (* (* x5 x1) x1) x3)) x4) (* x5 x3)) (* 2 (* (* x6 x1) x3))) (* (- 2) (* (* x7 x1) x3))) 0))
(assert (>= (+ x2 (* (- 1) x6)) 0))
(assert (>= x3 0))
(assert (>= (+ (+ x8 (* (- 1) x5)) x2) 0))
(assert (= (+ x9 (- 1)) 0))
(assert (= (+ x5 (- 1)) 0))
(assert (= (+ x7 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 2) (* (* (* x9 x1) x3) x8)) (* (* (* x9 x1) x1) x10)) (* (- 1) (* (* (* (* x9 x1) x1) x10) x8))) (* (* (* (* x9 x1) x1) x3) x8)) (* (- 1) (* x9 x10))) (* (* x9 x10) x8)) (* (* x9 x3) x8)) (* (- 2) (* (* x1 x3) x8))) (* (- 1) (* (* x1 x1) x10))) (* (* (* x1 x1) x10) x8)) (* (* (* x1 x1) x3) x8)) x10) (* (- 1) (* x10 x8))) (* x3 x8)) (* (- 1) (* (* (* x4 x9) x1) x1))) (* x4 x9)) (* (- 1) (* (* x4 x1) x1))) x4) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, zero, step 0
(set-logic QF_NRA)
; assumed
; denied
(assert (not (>= 1 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, zero, step 1
; x0 is P.M[y]
; x1 is loss0[y]
; x2 is ratio0[y]
; x3 is Q.M[y]
; x4 is e^eps0
; x5 is null0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= 1 0))
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) (- 1)) x2) 0))
(assert (>= (+ (* (- 1) x0) (* x3 x4)) 0))
(assert (>= x2 0))
(assert (>= x5 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (= (+ (+ x0 (* (- 1) (* x0 x5))) (* (- 1) (* x3 x2))) 0))
(assert (= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (* (- 1) (* x0 x1)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, zero, step 3
; x0 is risk
; x1 is nats(eps)
; x2 is e^eps
; x3 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x1 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* x2 x3) x1) (* (- 1) (* (* (* x2 x3) x1) x0))) (* x2 x1)) (* (- 1) (* (* x2 x1) x0))) (* (- 1) (* x3 x1))) (* (* x3 x1) x0)) (* (- 1) x1)) (* x1 x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 5, zero, step 4
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
; x3 is risk
; x4 is sum over y0 of P.M[y0]*loss0[y0]
; x5 is nats(eps0)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* (* x0 x1) x2) x3))) (* x0 x2)) (* (- 1) (* (* x0 x2) x3))) (* (- 1) (* x1 x2))) (* (* x1 x2) x3)) (* (- 1) x2)) (* x2 x3)) 0))
(assert (>= (* (- 1) x4) 0))
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* (* x0 x1) x2) x3))) (* (* (* x0 x1) x5) x3)) (* x0 x2)) (* (- 1) (* (* x0 x2) x3))) (* (- 1) (* (* x0 x5) x3))) (* (- 1) (* x1 x2))) (* (* x1 x2) x3)) (* (* x1 x5) x3)) (* (- 1) x2)) (* x2 x3)) (* (- 1) (* x5 x3))) (* (- 1) (* (* x4 x0) x1))) (* (- 1) (* x4 x0))) (* (- 1) (* x4 x1))) (* (- 1) x4)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 6
; x0 is e^eps
; x1 is e^eps0
; x2 is nats(eps)
; x3 is risk
; x4 is nats(eps0)
; x5 is sum over y0 of P.M[y0]*loss0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (- 1) (* (* (* x0 x1) x2) x3))) (* (* (* x0 x1) x4) x3)) (* x0 x2)) (* (- 1) (* (* x0 x2) x3))) (* (- 1) (* (* x0 x4) x3))) (* (- 1) (* x1 x2))) (* (* x1 x2) x3)) (* (* x1 x4) x3)) (* (- 1) x2)) (* x2 x3)) (* (- 1) (* x4 x3))) (* (- 1) (* (* x5 x0) x1))) (* (- 1) (* x5 x0))) (* (- 1) (* x5 x1))) (* (- 1) x5)) 0))
(assert (>= (+ (+ (+ (* (- 2) x0) 2) (* x0 x2)) x2) 0))
(assert (>= x2 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ (+ (+ (* (- 2) x1) 2) (* x1 x4)) x4) 0))
(assert (>= x4 0))
(assert (>= x3 0))
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (/ 1 2) (* (* (* x0 x1) x2) x2)) (* (- (/ 1 2)) (* (* (* (* x0 x1) x2) x2) x3))) (* (/ 1 2) (* (* (* (* x0 x1) x4) x4) x3))) (* (/ 1 2) (* (* x0 x2) x2))) (* (- (/ 1 2)) (* (* (* x0 x2) x2) x3))) (* (/ 1 2) (* (* (* x0 x4) x4) x3))) (* (/ 1 2) (* (* x1 x2) x2))) (* (- (/ 1 2)) (* (* (* x1 x2) x2) x3))) (* (/ 1 2) (* (* (* x1 x4) x4) x3))) (* (/ 1 2) (* x2 x2))) (* (- (/ 1 2)) (* (* x2 x2) x3))) (* (/ 1 2) (* (* x4 x4) x3))) (* (- 1) (* (* x5 x0) x1))) (* (- 1) (* x5 x0))) (* (- 1) (* x5 x1))) (* (- 1) x5)) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.printed, step 9
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
