; par.composition.mean.attained, step 0
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 1
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
; par.composition.mean.attained, step 3
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
; par.composition.mean.attained, step 5
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 6
; x0 is risk
; x1 is quotient0
; x2 is e^eps
; x3 is loss0
; x4 is ratio0
; x5 is nats(eps)
; x6 is null0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (+ (+ x2 (* x3 x4)) (* (- 1) (* x5 x4))) (* (- 1) x4)) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x6 x1)) (* (* x6 x1) x0)) x1) (* x1 x4)) (* (- 1) (* (* x1 x4) x0))) (* (- 1) (* x1 x0))) (* (- 1) x4)) (* x4 x0)) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (+ (+ (+ x6 (* (- 1) (* x6 x1))) (* (* x6 x1) x0)) (* (- 1) (* x6 x0))) 0))
; denied
(assert (not (>= (+ (+ (+ (* x3 x1) (* (- 1) (* (* x3 x1) x0))) (* (- 1) (* x5 x1))) (* (* x5 x1) x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 7
; x0 is risk
; x1 is quotient0
; x2 is e^eps
; x3 is loss1
; x4 is ratio1
; x5 is nats(eps)
; x6 is null1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x1 0))
(assert (>= (+ (+ (+ (* (* x2 x3) x4) 1) (* (* x2 x5) x4)) (* (- 1) (* x2 x4))) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x6) 1) (* x6 x1)) (* (- 1) (* (* x6 x1) x0))) (* x6 x0)) (* (- 1) x1)) (* (- 1) (* x1 x4))) (* (* x1 x4) x0)) (* x1 x0)) (* (- 1) x0)) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (+ (* x6 x1) (* (- 1) (* (* x6 x1) x0))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* x2 x3) (* (- 1) (* (* x2 x3) x1))) (* (* (* x2 x3) x1) x0)) (* (- 1) (* (* x2 x3) x0))) (* x2 x5)) (* (- 1) (* (* x2 x5) x1))) (* (* (* x2 x5) x1) x0)) (* (- 1) (* (* x2 x5) x0))) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 9
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 10
; x0 is e^eps0
; x1 is quotient1
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
; par.composition.mean.attained, step 12
; x0 is e^eps0
; x1 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (>= (+ (+ (+ x0 1) (* (- 1) (* x0 x1))) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 14
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 15
; x0 is risk
; x1 is quotient1
; x2 is e^eps0
; x3 is loss2
; x4 is ratio2
; x5 is nats(eps0)
; x6 is null2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (+ (+ x2 (* x3 x4)) (* (- 1) (* x5 x4))) (* (- 1) x4)) 0))
(assert (= (+ (+ (+ (* (- 1) (* (* x6 x1) x0)) (* (* x1 x4) x0)) (* x1 x0)) (* (- 1) (* x4 x0))) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (+ (* (- 1) (* (* x6 x1) x0)) (* x6 x0)) 0))
; denied
(assert (not (>= (+ (* (* x3 x1) x0) (* (- 1) (* (* x5 x1) x0))) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 16
; x0 is risk
; x1 is quotient1
; x2 is e^eps0
; x3 is loss3
; x4 is ratio3
; x5 is nats(eps0)
; x6 is null3
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (+ (* (* x2 x3) x4) 1) (* (* x2 x5) x4)) (* (- 1) (* x2 x4))) 0))
(assert (= (+ (+ (+ (+ (* (* x6 x1) x0) (* (- 1) (* x6 x0))) (* (- 1) (* (* x1 x4) x0))) (* (- 1) (* x1 x0))) x0) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (* (* x6 x1) x0) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* (* x2 x3) x1) x0)) (* (* x2 x3) x0)) (* (- 1) (* (* (* x2 x5) x1) x0))) (* (* x2 x5) x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 18
; x0 is loss0
; x1 is quotient0
; x2 is risk
; x3 is nats(eps)
; x4 is e^eps
; x5 is e^eps0
; x6 is loss1
; x7 is loss2
; x8 is quotient1
; x9 is nats(eps0)
; x10 is loss3
; x11 is quotient2
; x12 is quotient3
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) (* (* x0 x1) x2))) (* (- 1) (* x3 x1))) (* (* x3 x1) x2)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ x5 (- 1)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ x6 (* (- 1) (* x6 x1))) (* (* x6 x1) x2)) (* (- 1) (* x6 x2))) x3) (* (- 1) (* x3 x1))) (* (* x3 x1) x2)) (* (- 1) (* x3 x2))) 0))
(assert (>= (+ (* (* x7 x8) x2) (* (- 1) (* (* x9 x8) x2))) 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x10 x8) x2)) (* x10 x2)) (* (- 1) (* (* x9 x8) x2))) (* x9 x2)) 0))
(assert (= (+ (+ (* (- 1) x4) (* x4 x1)) x1) 0))
(assert (= (+ (+ (* (- 1) x5) (* x5 x8)) x8) 0))
(assert (= (+ (+ (+ (+ (+ (* (- 1) (* x4 x3)) (* (* x4 x3) x2)) (* x4 x11)) x3) (* (- 1) (* x3 x2))) x11) 0))
(assert (= (+ (+ (+ (* (- 1) (* (* x5 x9) x2)) (* x5 x12)) (* x9 x2)) x12) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x4 x5) x0) x1) (* (- 1) (* (* (* (* x4 x5) x0) x1) x2))) (* (* x4 x5) x6)) (* (- 1) (* (* (* x4 x5) x6) x1))) (* (* (* (* x4 x5) x6) x1) x2)) (* (- 1) (* (* (* x4 x5) x6) x2))) (* (* (* (* x4 x5) x7) x8) x2)) (* (- 1) (* (* (* (* x4 x5) x10) x8) x2))) (* (* (* x4 x5) x10) x2)) (* (- 1) (* (* x4 x5) x11))) (* (- 1) (* (* x4 x5) x12))) (* (* x4 x0) x1)) (* (- 1) (* (* (* x4 x0) x1) x2))) (* x4 x6)) (* (- 1) (* (* x4 x6) x1))) (* (* (* x4 x6) x1) x2)) (* (- 1) (* (* x4 x6) x2))) (* (* (* x4 x7) x8) x2)) (* (- 1) (* (* (* x4 x10) x8) x2))) (* (* x4 x10) x2)) (* (- 1) (* x4 x11))) (* (- 1) (* x4 x12))) (* (* x5 x0) x1)) (* (- 1) (* (* (* x5 x0) x1) x2))) (* x5 x6)) (* (- 1) (* (* x5 x6) x1))) (* (* (* x5 x6) x1) x2)) (* (- 1) (* (* x5 x6) x2))) (* (* (* x5 x7) x8) x2)) (* (- 1) (* (* (* x5 x10) x8) x2))) (* (* x5 x10) x2)) (* (- 1) (* x5 x11))) (* (- 1) (* x5 x12))) (* x0 x1)) (* (- 1) (* (* x0 x1) x2))) x6) (* (- 1) (* x6 x1))) (* (* x6 x1) x2)) (* (- 1) (* x6 x2))) (* (* x7 x8) x2)) (* (- 1) (* (* x10 x8) x2))) (* x10 x2)) (* (- 1) x11)) (* (- 1) x12)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 19
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 20
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 23
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 24
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
; par.composition.mean.attained, step 26
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
; par.composition.mean.attained, step 28
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 29
; x0 is risk
; x1 is quotient0
; x2 is e^eps
; x3 is loss4
; x4 is ratio4
; x5 is nats(eps)
; x6 is null4
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= x1 0))
(assert (>= (+ (+ (+ (* (* x2 x3) x4) 1) (* (* x2 x5) x4)) (* (- 1) (* x2 x4))) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x6) 1) (* x6 x1)) (* (- 1) (* (* x6 x1) x0))) (* x6 x0)) (* (- 1) x1)) (* (- 1) (* x1 x4))) (* (* x1 x4) x0)) (* x1 x0)) (* (- 1) x0)) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (+ (* x6 x1) (* (- 1) (* (* x6 x1) x0))) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* x2 x3) (* (- 1) (* (* x2 x3) x1))) (* (* (* x2 x3) x1) x0)) (* (- 1) (* (* x2 x3) x0))) (* x2 x5)) (* (- 1) (* (* x2 x5) x1))) (* (* (* x2 x5) x1) x0)) (* (- 1) (* (* x2 x5) x0))) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 31
; x0 is risk
; x1 is quotient0
; x2 is e^eps
; x3 is loss5
; x4 is ratio5
; x5 is nats(eps)
; x6 is null5
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (+ (+ x2 (* x3 x4)) (* (- 1) (* x5 x4))) (* (- 1) x4)) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* x6 x1)) (* (* x6 x1) x0)) x1) (* x1 x4)) (* (- 1) (* (* x1 x4) x0))) (* (- 1) (* x1 x0))) (* (- 1) x4)) (* x4 x0)) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (+ (+ (+ x6 (* (- 1) (* x6 x1))) (* (* x6 x1) x0)) (* (- 1) (* x6 x0))) 0))
; denied
(assert (not (>= (+ (+ (+ (* x3 x1) (* (- 1) (* (* x3 x1) x0))) (* (- 1) (* x5 x1))) (* (* x5 x1) x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 32
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 33
; x0 is e^eps0
; x1 is quotient1
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
; par.composition.mean.attained, step 35
; x0 is e^eps0
; x1 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ (+ (* (- 1) x0) (* x0 x1)) x1) 0))
; denied
(assert (not (>= (+ (+ (+ x0 1) (* (- 1) (* x0 x1))) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 37
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> x0 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 38
; x0 is risk
; x1 is quotient1
; x2 is e^eps0
; x3 is loss6
; x4 is ratio6
; x5 is nats(eps0)
; x6 is null6
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (+ (* (* x2 x3) x4) 1) (* (* x2 x5) x4)) (* (- 1) (* x2 x4))) 0))
(assert (= (+ (+ (+ (+ (* (* x6 x1) x0) (* (- 1) (* x6 x0))) (* (- 1) (* (* x1 x4) x0))) (* (- 1) (* x1 x0))) x0) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (* (* x6 x1) x0) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) (* (* (* x2 x3) x1) x0)) (* (* x2 x3) x0)) (* (- 1) (* (* (* x2 x5) x1) x0))) (* (* x2 x5) x0)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 40
; x0 is risk
; x1 is quotient1
; x2 is e^eps0
; x3 is loss7
; x4 is ratio7
; x5 is nats(eps0)
; x6 is null7
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ (+ (+ x2 (* x3 x4)) (* (- 1) (* x5 x4))) (* (- 1) x4)) 0))
(assert (= (+ (+ (+ (* (- 1) (* (* x6 x1) x0)) (* (* x1 x4) x0)) (* x1 x0)) (* (- 1) (* x4 x0))) 0))
(assert (= (* x3 x6) 0))
(assert (= (+ (+ (* (- 1) x2) (* x2 x1)) x1) 0))
(assert (= (+ (* (- 1) (* (* x6 x1) x0)) (* x6 x0)) 0))
; denied
(assert (not (>= (+ (* (* x3 x1) x0) (* (- 1) (* (* x5 x1) x0))) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 41
; x0 is loss4
; x1 is quotient0
; x2 is risk
; x3 is nats(eps)
; x4 is e^eps
; x5 is e^eps0
; x6 is loss5
; x7 is loss6
; x8 is quotient1
; x9 is nats(eps0)
; x10 is loss7
; x11 is quotient2
; x12 is quotient3
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (* x0 x1) x2)) (* (- 1) (* x0 x2))) x3) (* (- 1) (* x3 x1))) (* (* x3 x1) x2)) (* (- 1) (* x3 x2))) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= (+ x5 (- 1)) 0))
(assert (>= (+ (+ (+ (* x6 x1) (* (- 1) (* (* x6 x1) x2))) (* (- 1) (* x3 x1))) (* (* x3 x1) x2)) 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x7 x8) x2)) (* x7 x2)) (* (- 1) (* (* x9 x8) x2))) (* x9 x2)) 0))
(assert (>= (+ (* (* x10 x8) x2) (* (- 1) (* (* x9 x8) x2))) 0))
(assert (= (+ (+ (* (- 1) x4) (* x4 x1)) x1) 0))
(assert (= (+ (+ (* (- 1) x5) (* x5 x8)) x8) 0))
(assert (= (+ (+ (+ (+ (+ (* (- 1) (* x4 x3)) (* (* x4 x3) x2)) (* x4 x11)) x3) (* (- 1) (* x3 x2))) x11) 0))
(assert (= (+ (+ (+ (* (- 1) (* (* x5 x9) x2)) (* x5 x12)) (* x9 x2)) x12) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* x4 x5) x0) (* (- 1) (* (* (* x4 x5) x0) x1))) (* (* (* (* x4 x5) x0) x1) x2)) (* (- 1) (* (* (* x4 x5) x0) x2))) (* (* (* x4 x5) x6) x1)) (* (- 1) (* (* (* (* x4 x5) x6) x1) x2))) (* (- 1) (* (* (* (* x4 x5) x7) x8) x2))) (* (* (* x4 x5) x7) x2)) (* (* (* (* x4 x5) x10) x8) x2)) (* (- 1) (* (* x4 x5) x11))) (* (- 1) (* (* x4 x5) x12))) (* x4 x0)) (* (- 1) (* (* x4 x0) x1))) (* (* (* x4 x0) x1) x2)) (* (- 1) (* (* x4 x0) x2))) (* (* x4 x6) x1)) (* (- 1) (* (* (* x4 x6) x1) x2))) (* (- 1) (* (* (* x4 x7) x8) x2))) (* (* x4 x7) x2)) (* (* (* x4 x10) x8) x2)) (* (- 1) (* x4 x11))) (* (- 1) (* x4 x12))) (* x5 x0)) (* (- 1) (* (* x5 x0) x1))) (* (* (* x5 x0) x1) x2)) (* (- 1) (* (* x5 x0) x2))) (* (* x5 x6) x1)) (* (- 1) (* (* (* x5 x6) x1) x2))) (* (- 1) (* (* (* x5 x7) x8) x2))) (* (* x5 x7) x2)) (* (* (* x5 x10) x8) x2)) (* (- 1) (* x5 x11))) (* (- 1) (* x5 x12))) x0) (* (- 1) (* x0 x1))) (* (* x0 x1) x2)) (* (- 1) (* x0 x2))) (* x6 x1)) (* (- 1) (* (* x6 x1) x2))) (* (- 1) (* (* x7 x8) x2))) (* x7 x2)) (* (* x10 x8) x2)) (* (- 1) x11)) (* (- 1) x12)) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 42
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; par.composition.mean.attained, step 43
; x0 is e^eps0
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
