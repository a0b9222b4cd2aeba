; dp.optimal-composition.two, step 0
; x0 is Q.A1[y]
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 1
; x0 is P.A1[y]
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 4
; x0 is part0[y]
; x1 is e^eps
; x2 is P.A1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x2) (* (* x2 x1) x1)) x0) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 5
; x0 is part1[y]
; x1 is e^eps
; x2 is Q.A1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x2) (* (* x2 x1) x1)) x0) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 9
; x0 is sum over y0 of P.A1[y0]
; x1 is sum over y0 of Q.A1[y0]
; x2 is e^eps
; x3 is sum over y0 of part1[y0]
; x4 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* (- 1) x0) (* x1 x2)) (* (- 1) (* x3 x2))) x4) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ x2 (- 1)) (* (- 1) (* x3 x2))) x4) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 11
; x0 is sum over y0 of P.A1[y0]
; x1 is e^eps
; x2 is sum over y0 of Q.A1[y0]
; x3 is sum over y0 of part0[y0]
; x4 is sum over y0 of part1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) x2)) (* (- 1) (* x3 x1))) x4) 0))
(assert (= (+ x2 (- 1)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ x1 (- 1)) (* (- 1) (* x3 x1))) x4) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 13
; x0 is sum over y0 of P.A1[y0]
; x1 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x1) 1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 15
; x0 is sum over y0 of Q.A1[y0]
; x1 is sum over y0 of part1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x1) 1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 16
; x0 is Q.A2[y]
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 17
; x0 is P.A2[y]
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 20
; x0 is part2[y]
; x1 is e^eps
; x2 is P.A2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x2) (* (* x2 x1) x1)) x0) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 21
; x0 is part3[y]
; x1 is e^eps
; x2 is Q.A2[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x2) (* (* x2 x1) x1)) x0) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 25
; x0 is sum over y0 of P.A2[y0]
; x1 is sum over y0 of Q.A2[y0]
; x2 is e^eps
; x3 is sum over y0 of part3[y0]
; x4 is sum over y0 of part2[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* (- 1) x0) (* x1 x2)) (* (- 1) (* x3 x2))) x4) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ x2 (- 1)) (* (- 1) (* x3 x2))) x4) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 27
; x0 is sum over y0 of P.A2[y0]
; x1 is e^eps
; x2 is sum over y0 of Q.A2[y0]
; x3 is sum over y0 of part2[y0]
; x4 is sum over y0 of part3[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) x2)) (* (- 1) (* x3 x1))) x4) 0))
(assert (= (+ x2 (- 1)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ x1 (- 1)) (* (- 1) (* x3 x1))) x4) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 29
; x0 is sum over y0 of P.A2[y0]
; x1 is sum over y0 of part2[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x1) 1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 31
; x0 is sum over y0 of Q.A2[y0]
; x1 is sum over y0 of part3[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x1) 1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 0
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 1
; x0 is e^eps
; x1 is part0[y]
; x2 is P.A2[y']
; x3 is P.A1[y]
; x4 is part2[y']
; x5 is Q.A1[y]
; x6 is part1[y]
; x7 is Q.A2[y']
; x8 is part3[y']
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
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (* (- 1) x1)) 0))
(assert (>= x4 0))
(assert (>= (+ (+ (+ (* x3 x0) (* (- 1) x5)) (* (- 1) (* x0 x1))) x6) 0))
(assert (>= (+ (+ (+ (* x2 x0) (* (- 1) x7)) (* (- 1) (* x0 x4))) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x3 x2) x0) x0) (* (- 1) (* (* x3 x7) x0))) (* (* x3 x0) x8)) (* (- 1) (* x3 x4))) (* (- 1) (* (* x2 x5) x0))) (* (* x2 x0) x6)) (* (- 1) (* x2 x1))) (* x5 x7)) (* (* x5 x0) x4)) (* (- 1) (* x5 x8))) (* (* x7 x0) x1)) (* (- 1) (* x7 x6))) (* (- 1) (* (* x0 x1) x8))) (* (- 1) (* (* x0 x6) x4))) (* x1 x4)) (* x6 x8)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 2
; x0 is e^eps
; x1 is Q.A1[y]
; x2 is part1[y]
; x3 is part3[y']
; x4 is Q.A2[y']
; x5 is P.A1[y]
; x6 is part0[y]
; x7 is P.A2[y']
; x8 is part2[y']
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
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= x3 0))
(assert (>= x2 0))
(assert (>= (+ x4 (* (- 1) x3)) 0))
(assert (>= (+ (+ (+ (* (- 1) x5) (* x1 x0)) (* (- 1) (* x0 x2))) x6) 0))
(assert (>= (+ (+ (+ (* (- 1) x7) (* x4 x0)) (* (- 1) (* x0 x3))) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* x5 x7) (* (- 1) (* (* x5 x4) x0))) (* (* x5 x0) x3)) (* (- 1) (* x5 x8))) (* (- 1) (* (* x7 x1) x0))) (* (* x7 x0) x2)) (* (- 1) (* x7 x6))) (* (* (* x1 x4) x0) x0)) (* (* x1 x0) x8)) (* (- 1) (* x1 x3))) (* (* x4 x0) x6)) (* (- 1) (* x4 x2))) (* (- 1) (* (* x0 x6) x3))) (* (- 1) (* (* x0 x2) x8))) (* x6 x8)) (* x2 x3)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 5
; x0 is sum over y0 of P.A1[y0]
; x1 is sum over y0 of P.A2[y0]
; x2 is e^eps
; x3 is sum over y0 of Q.A2[y0]
; x4 is sum over y0 of part3[y0]
; x5 is sum over y0 of part2[y0]
; x6 is sum over y0 of Q.A1[y0]
; x7 is sum over y0 of part1[y0]
; x8 is sum over y0 of part0[y0]
; x9 is sum over y0,y1 of part4[y0,y1]
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x0 x1) x2) x2) (* (- 1) (* (* x0 x3) x2))) (* (* x0 x4) x2)) (* (- 1) (* x0 x5))) (* (- 1) (* (* x1 x6) x2))) (* (* x1 x7) x2)) (* (- 1) (* x1 x8))) (* x6 x3)) (* (* x6 x5) x2)) (* (- 1) (* x6 x4))) (* (* x3 x8) x2)) (* (- 1) (* x3 x7))) (* (- 1) (* (* x8 x4) x2))) (* (- 1) (* (* x7 x5) x2))) (* (- 1) (* (* x9 x2) x2))) (* x8 x5)) (* x7 x4)) x9) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x6 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
(assert (= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 2) x2) 1) (* x2 x2)) (* x8 x2)) (* x7 x2)) (* x5 x2)) (* x4 x2)) (* (- 1) x8)) (* (- 1) x7)) (* (- 1) x5)) (* (- 1) x4)) (* (- 1) (* (* x8 x4) x2))) (* (- 1) (* (* x7 x5) x2))) (* (- 1) (* (* x9 x2) x2))) (* x8 x5)) (* x7 x4)) x9) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 6
; x0 is delta
; x1 is sum over y0 of part0[y0]
; x2 is e^eps
; x3 is sum over y0 of part3[y0]
; x4 is sum over y0 of part2[y0]
; x5 is sum over y0 of part1[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (+ (+ x2 (- 1)) (* (- 1) (* x3 x2))) x4) 0))
(assert (>= (+ x0 (* (- 1) x5)) 0))
(assert (>= (+ (+ (+ x2 (- 1)) (* (- 1) (* x4 x2))) x3) 0))
(assert (>= (+ x0 (* (- 1) x4)) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ x0 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) (* 4 (* x0 x2))) (* 2 (* x0 x0))) (* (- 2) (* (* x0 x0) x2))) (* (- 1) (* x1 x2))) (* (- 1) (* x5 x2))) (* (- 1) (* x4 x2))) (* (- 1) (* x3 x2))) x1) x5) x4) x3) (* (* x1 x3) x2)) (* (* x5 x4) x2)) (* (- 1) (* x1 x4))) (* (- 1) (* x5 x3))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (* 2 x0) 1) (* x0 x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 8
; x0 is e^eps
; x1 is sum over y0 of part0[y0]
; x2 is sum over y0 of part1[y0]
; x3 is sum over y0 of part2[y0]
; x4 is sum over y0 of part3[y0]
; x5 is sum over y0,y1 of part4[y0,y1]
; x6 is delta
; x7 is quotient0
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
(assert (>= (+ (+ (* 2 x0) 1) (* x0 x0)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* x0 x0)) (* x1 x0)) (* x2 x0)) (* x3 x0)) (* x4 x0)) (* (- 1) x1)) (* (- 1) x2)) (* (- 1) x3)) (* (- 1) x4)) (* (- 1) (* (* x1 x4) x0))) (* (- 1) (* (* x2 x3) x0))) (* (- 1) (* (* x5 x0) x0))) (* x1 x3)) (* x2 x4)) x5) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x6) (* 4 (* x6 x0))) (* 2 (* x6 x6))) (* (- 2) (* (* x6 x6) x0))) (* (- 1) (* x1 x0))) (* (- 1) (* x2 x0))) (* (- 1) (* x3 x0))) (* (- 1) (* x4 x0))) x1) x2) x3) x4) (* (* x1 x4) x0)) (* (* x2 x3) x0)) (* (- 1) (* x1 x3))) (* (- 1) (* x2 x4))) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x6) 1) (* (- 4) (* x6 x0))) (* 2 (* x6 x6))) (* 2 (* (* x6 x6) x0))) (* 2 (* x0 x7))) (* (- 1) (* x0 x0))) (* (* x0 x0) x7)) x7) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- 2) (* x0 x7)) (* 2 (* (* (* x0 x0) x0) x7))) (* (* (* (* x0 x0) x0) x0) x7)) (* (- 1) x7)) (* 2 (* x5 x0))) (* (- 2) (* (* (* x5 x0) x0) x0))) (* (- 1) (* (* (* (* x5 x0) x0) x0) x0))) x5) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, positive, step 10
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 0
; x0 is part0[y]
; x1 is P.A2[y']
; x2 is P.A1[y]
; x3 is part2[y']
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ x2 (* (- 1) x0)) 0))
(assert (>= x3 0))
; denied
(assert (not (>= (+ (+ (* x2 x3) (* x1 x0)) (* (- 1) (* x0 x3))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 1
; x0 is Q.A1[y]
; x1 is part1[y]
; x2 is part3[y']
; x3 is Q.A2[y']
; x4 is P.A1[y]
; x5 is e^eps
; x6 is part0[y]
; x7 is P.A2[y']
; x8 is part2[y']
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
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= x2 0))
(assert (>= x1 0))
(assert (>= (+ x3 (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ (* (- 1) x4) (* x0 x5)) (* (- 1) (* x5 x1))) x6) 0))
(assert (>= (+ x4 (* (- 1) x6)) 0))
(assert (>= (+ (+ (+ (* (- 1) x7) (* x3 x5)) (* (- 1) (* x5 x2))) x8) 0))
(assert (>= (+ x5 (- 1)) 0))
(assert (= (+ x5 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x4 x7)) (* x4 x8)) (* x7 x6)) (* x0 x3)) (* (- 1) (* x6 x8))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 4
; x0 is sum over y0 of P.A1[y0]
; x1 is sum over y0 of part2[y0]
; x2 is sum over y0 of P.A2[y0]
; x3 is sum over y0 of part0[y0]
; x4 is sum over y0,y1 of part4[y0,y1]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* x2 x3)) (* (- 1) (* x3 x1))) (* (- 1) x4)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ x3 x1) (* (- 1) (* x3 x1))) (* (- 1) x4)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 5
; x0 is delta
; x1 is sum over y0 of part0[y0]
; x2 is sum over y0 of part2[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
(assert (>= (+ x0 (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* 2 x0) (* (- 1) (* x0 x0))) (* (- 1) x1)) (* (- 1) x2)) (* x1 x2)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 6
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (* 2 x0) 1) (* x0 x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 7
; x0 is e^eps
; x1 is delta
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part2[y0]
; x4 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* 2 x0) 1) (* x0 x0)) 0))
(assert (>= (+ (+ (+ (+ (* 2 x1) (* (- 1) (* x1 x1))) (* (- 1) x2)) (* (- 1) x3)) (* x2 x3)) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x1) 1) (* (- 4) (* x1 x0))) (* 2 (* x1 x1))) (* 2 (* (* x1 x1) x0))) (* 2 (* x0 x4))) (* (- 1) (* x0 x0))) (* (* x0 x0) x4)) x4) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 2 (* x0 x4)) (* (* x0 x0) x4)) x4) (* (- 2) (* x2 x0))) (* (- 2) (* x3 x0))) (* (- 1) (* (* x2 x0) x0))) (* (- 1) (* (* x3 x0) x0))) (* (- 1) x2)) (* (- 1) x3)) (* 2 (* (* x2 x3) x0))) (* (* (* x2 x3) x0) x0)) (* x2 x3)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 8
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (* 2 x0) 1) (* x0 x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two, step 32, zero, step 10
; x0 is sum over y0 of part0[y0]
; x1 is sum over y0 of part2[y0]
; x2 is sum over y0,y1 of part4[y0,y1]
; x3 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ x0 x1) (* (- 1) (* x0 x1))) (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ x3 (* (- 1) x0)) (* (- 1) x1)) (* x0 x1)) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x2)) 0)))
(check-sat)
