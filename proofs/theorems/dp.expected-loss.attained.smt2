; dp.expected-loss.attained, step 0
(set-logic QF_NRA)
; assumed
; denied
(assert (not (>= 1 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 1
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 2
; x0 is e^eps
; x1 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (>= (+ (* x0 x1) x1) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 4
; x0 is e^eps
; x1 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (>= (+ (+ (+ x0 1) (* (- 1) (* x0 x1))) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 6
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 7
; x0 is quotient0
; x1 is e^eps
; x2 is loss0
; x3 is ratio0
; x4 is nats(eps)
; x5 is null0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= 1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (+ x1 (* x2 x3)) (* (- 1) (* x4 x3))) (* (- 1) x3)) 0))
(assert (= (+ (+ (+ (* (- 1) (* x5 x0)) x0) (* x0 x3)) (* (- 1) x3)) 0))
(assert (= (* x2 x5) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x0)) x0) 0))
(assert (= (+ x5 (* (- 1) (* x5 x0))) 0))
; denied
(assert (not (>= (+ (* x2 x0) (* (- 1) (* x4 x0))) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 8
; x0 is quotient0
; x1 is e^eps
; x2 is loss1
; x3 is ratio1
; x4 is nats(eps)
; x5 is null1
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
(assert (>= (+ (+ (+ (* (* x1 x2) x3) 1) (* (* x1 x4) x3)) (* (- 1) (* x1 x3))) 0))
(assert (= (+ (+ (+ (+ (* (- 1) x5) 1) (* x5 x0)) (* (- 1) x0)) (* (- 1) (* x0 x3))) 0))
(assert (= (* x2 x5) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x0)) x0) 0))
(assert (= (* x5 x0) 0))
; denied
(assert (not (>= (+ (+ (+ (* x1 x2) (* (- 1) (* (* x1 x2) x0))) (* x1 x4)) (* (- 1) (* (* x1 x4) x0))) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 10
; x0 is loss0
; x1 is quotient0
; x2 is nats(eps)
; x3 is e^eps
; x4 is loss1
; x5 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) (* x2 x1))) 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (>= (+ (+ (+ x4 (* (- 1) (* x4 x1))) x2) (* (- 1) (* x2 x1))) 0))
(assert (= (+ (+ (* (- 1) x3) (* x3 x1)) x1) 0))
(assert (= (+ (+ (+ (* (- 1) (* x3 x2)) (* x3 x5)) x2) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (* x3 x0) x1) (* x3 x4)) (* (- 1) (* (* x3 x4) x1))) (* (- 1) (* x3 x5))) (* x0 x1)) x4) (* (- 1) (* x4 x1))) (* (- 1) x5)) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 11
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 13
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 14
; x0 is e^eps
; x1 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (>= (+ (* x0 x1) x1) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 16
; x0 is e^eps
; x1 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (>= (+ (+ (+ x0 1) (* (- 1) (* x0 x1))) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 18
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 19
; x0 is quotient0
; x1 is e^eps
; x2 is loss2
; x3 is ratio2
; x4 is nats(eps)
; x5 is null2
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
(assert (>= (+ (+ (+ (* (* x1 x2) x3) 1) (* (* x1 x4) x3)) (* (- 1) (* x1 x3))) 0))
(assert (= (+ (+ (+ (+ (* (- 1) x5) 1) (* x5 x0)) (* (- 1) x0)) (* (- 1) (* x0 x3))) 0))
(assert (= (* x2 x5) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x0)) x0) 0))
(assert (= (* x5 x0) 0))
; denied
(assert (not (>= (+ (+ (+ (* x1 x2) (* (- 1) (* (* x1 x2) x0))) (* x1 x4)) (* (- 1) (* (* x1 x4) x0))) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 21
; x0 is quotient0
; x1 is e^eps
; x2 is loss3
; x3 is ratio3
; x4 is nats(eps)
; x5 is null3
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= 1 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (+ x1 (* x2 x3)) (* (- 1) (* x4 x3))) (* (- 1) x3)) 0))
(assert (= (+ (+ (+ (* (- 1) (* x5 x0)) x0) (* x0 x3)) (* (- 1) x3)) 0))
(assert (= (* x2 x5) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x0)) x0) 0))
(assert (= (+ x5 (* (- 1) (* x5 x0))) 0))
; denied
(assert (not (>= (+ (* x2 x0) (* (- 1) (* x4 x0))) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 22
; x0 is loss2
; x1 is quotient0
; x2 is nats(eps)
; x3 is e^eps
; x4 is loss3
; x5 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ x0 (* (- 1) (* x0 x1))) x2) (* (- 1) (* x2 x1))) 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (>= (+ (* x4 x1) (* (- 1) (* x2 x1))) 0))
(assert (= (+ (+ (* (- 1) x3) (* x3 x1)) x1) 0))
(assert (= (+ (+ (+ (* (- 1) (* x3 x2)) (* x3 x5)) x2) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* x3 x0) (* (- 1) (* (* x3 x0) x1))) (* (* x3 x4) x1)) (* (- 1) (* x3 x5))) x0) (* (- 1) (* x0 x1))) (* x4 x1)) (* (- 1) x5)) 0)))
(check-sat)
(reset)
; dp.expected-loss.attained, step 23
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
