; dp.expected-loss.half-square, step 0
; x0 is null0[y]
; x1 is P.M[y]
; x2 is Q.M[y]
; x3 is e^eps
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
; dp.expected-loss.half-square, step 1, positive, step 0
(set-logic QF_NRA)
; assumed
; denied
(assert (not (>= 1 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 1, positive, step 1
; x0 is P.M[y]
; x1 is e^eps
; x2 is Q.M[y]
; x3 is loss0[y]
; x4 is nats(eps)
; x5 is ratio0[y]
; x6 is null0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ (* (- 1) x1) (* (- 1) (* x1 x3))) (* x1 x4)) x5) 0))
(assert (>= (+ (* (- 1) x0) (* x2 x1)) 0))
(assert (>= (+ (+ (+ (* x1 x5) (- 1)) (* (- 1) x3)) (* (- 1) x4)) 0))
(assert (>= 1 0))
(assert (>= x6 0))
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (= (+ (+ x0 (* (- 1) (* x0 x6))) (* (- 1) (* x2 x5))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* (* (* x0 x1) x1) x3)) (* (* (* x0 x1) x1) x4)) (* x0 x3)) (* x0 x4)) (* (- 2) (* (* x2 x1) x4))) 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 1, positive, step 3
; x0 is sum over y0 of P.M[y0]
; x1 is e^eps
; x2 is nats(eps)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (+ (+ (* (- 1) (* (* x1 x1) x2)) (* (- 1) x2)) (* (* (* x0 x1) x1) x2)) (* x0 x2)) 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 1, positive, step 4
; x0 is sum over y0 of Q.M[y0]
; x1 is e^eps
; x2 is nats(eps)
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
; dp.expected-loss.half-square, step 1, positive, step 5
; x0 is sum over y0 of P.M[y0]*loss0[y0]
; x1 is e^eps
; x2 is sum over y0 of P.M[y0]
; x3 is nats(eps)
; x4 is sum over y0 of Q.M[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x1)) (* (* (* x2 x1) x1) x3)) x0) (* x2 x3)) (* (- 2) (* (* x4 x1) x3))) 0))
(assert (= (+ (+ (+ (* (- 1) (* (* x1 x1) x3)) (* (- 1) x3)) (* (* (* x2 x1) x1) x3)) (* x2 x3)) 0))
(assert (= (+ (* (- 1) (* x1 x3)) (* (* x4 x1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 2) (* x1 x3)) (* (* x1 x1) x3)) x3) (* (- 1) (* (* x0 x1) x1))) x0) 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 1, zero, step 0
(set-logic QF_NRA)
; assumed
; denied
(assert (not (>= 1 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 1, zero, step 1
; x0 is P.M[y]
; x1 is loss0[y]
; x2 is ratio0[y]
; x3 is Q.M[y]
; x4 is e^eps
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
; dp.expected-loss.half-square, step 1, zero, step 3
; x0 is sum over y0 of P.M[y0]*loss0[y0]
; x1 is e^eps
; x2 is nats(eps)
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (* (- 1) x0) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x1 x2) (* (- 1) x2)) (* (- 1) (* x0 x1))) (* (- 1) x0)) 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 2, zero, step 0
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
; dp.expected-loss.half-square, step 3
; x0 is e^eps
; x1 is nats(eps)
; x2 is sum over y0 of P.M[y0]*loss0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) x1)) (* (- 1) (* x2 x0))) (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ (* (- 2) x0) 2) (* x0 x1)) x1) 0))
(assert (>= x1 0))
; denied
(assert (not (>= (+ (+ (+ (* (/ 1 2) (* (* x0 x1) x1)) (* (/ 1 2) (* x1 x1))) (* (- 1) (* x2 x0))) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.expected-loss.half-square, step 4
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
