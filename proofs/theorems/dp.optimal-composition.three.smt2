; dp.optimal-composition.three, step 0
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
; dp.optimal-composition.three, step 1
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
; dp.optimal-composition.three, step 4
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
; dp.optimal-composition.three, step 5
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
; dp.optimal-composition.three, step 9
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
; dp.optimal-composition.three, step 11
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
; dp.optimal-composition.three, step 13
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
; dp.optimal-composition.three, step 15
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
; dp.optimal-composition.three, step 16
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
; dp.optimal-composition.three, step 17
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
; dp.optimal-composition.three, step 20
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
; dp.optimal-composition.three, step 21
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
; dp.optimal-composition.three, step 25
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
; dp.optimal-composition.three, step 27
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
; dp.optimal-composition.three, step 29
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
; dp.optimal-composition.three, step 31
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
; dp.optimal-composition.three, step 32
; x0 is Q.A3[y]
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
; dp.optimal-composition.three, step 33
; x0 is P.A3[y]
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
; dp.optimal-composition.three, step 36
; x0 is part4[y]
; x1 is e^eps
; x2 is P.A3[y]
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
; dp.optimal-composition.three, step 37
; x0 is part5[y]
; x1 is e^eps
; x2 is Q.A3[y]
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
; dp.optimal-composition.three, step 41
; x0 is sum over y0 of P.A3[y0]
; x1 is sum over y0 of Q.A3[y0]
; x2 is e^eps
; x3 is sum over y0 of part5[y0]
; x4 is sum over y0 of part4[y0]
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
; dp.optimal-composition.three, step 43
; x0 is sum over y0 of P.A3[y0]
; x1 is e^eps
; x2 is sum over y0 of Q.A3[y0]
; x3 is sum over y0 of part4[y0]
; x4 is sum over y0 of part5[y0]
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
; dp.optimal-composition.three, step 45
; x0 is sum over y0 of P.A3[y0]
; x1 is sum over y0 of part4[y0]
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
; dp.optimal-composition.three, step 47
; x0 is sum over y0 of Q.A3[y0]
; x1 is sum over y0 of part5[y0]
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
; dp.optimal-composition.three, step 48, positive, step 0
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (* x0 x0) (- 1)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 1
; x0 is e^eps
; x1 is part0[y]
; x2 is P.A2[y']
; x3 is P.A3[y'']
; x4 is P.A1[y]
; x5 is part2[y']
; x6 is part4[y'']
; x7 is Q.A1[y]
; x8 is part1[y]
; x9 is Q.A2[y']
; x10 is part3[y']
; x11 is Q.A3[y'']
; x12 is part5[y'']
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
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= x3 0))
(assert (>= (+ x4 (* (- 1) x1)) 0))
(assert (>= x5 0))
(assert (>= (+ x2 (* (- 1) x5)) 0))
(assert (>= x6 0))
(assert (>= (+ (+ (+ (* x4 x0) (* (- 1) x7)) (* (- 1) (* x0 x1))) x8) 0))
(assert (>= (+ (+ (+ (* x2 x0) (* (- 1) x9)) (* (- 1) (* x0 x5))) x10) 0))
(assert (>= (+ (+ (+ (* x3 x0) (* (- 1) x11)) (* (- 1) (* x0 x6))) x12) 0))
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* (* (* x4 x2) x3) x0) x0) x0) x0) (* (- 1) (* (* (* (* (* x4 x2) x11) x0) x0) x0))) (* (- 2) (* (* (* (* x4 x2) x0) x0) x6))) (* (* (* (* (* x4 x2) x0) x0) x0) x12)) (* (* x4 x2) x6)) (* (- 1) (* (* (* (* (* x4 x3) x9) x0) x0) x0))) (* (- 2) (* (* (* (* x4 x3) x0) x0) x5))) (* (* (* (* (* x4 x3) x0) x0) x0) x10)) (* (* x4 x3) x5)) (* (* (* (* x4 x9) x11) x0) x0)) (* (- 1) (* (* (* (* x4 x9) x0) x0) x12))) (* (* (* (* (* x4 x9) x0) x0) x0) x6)) (* (- 1) (* (* (* (* x4 x11) x0) x0) x10))) (* (* (* (* (* x4 x11) x0) x0) x0) x5)) (* 2 (* (* (* (* x4 x0) x0) x5) x6))) (* (* (* (* x4 x0) x0) x10) x12)) (* (- 1) (* (* (* (* (* x4 x0) x0) x0) x5) x12))) (* (- 1) (* (* (* (* (* x4 x0) x0) x0) x10) x6))) (* (- 1) (* (* x4 x5) x6))) (* (- 1) (* (* (* (* (* x2 x3) x7) x0) x0) x0))) (* (- 2) (* (* (* (* x2 x3) x0) x0) x1))) (* (* (* (* (* x2 x3) x0) x0) x0) x8)) (* (* x2 x3) x1)) (* (* (* (* x2 x7) x11) x0) x0)) (* (- 1) (* (* (* (* x2 x7) x0) x0) x12))) (* (* (* (* (* x2 x7) x0) x0) x0) x6)) (* (- 1) (* (* (* (* x2 x11) x0) x0) x8))) (* (* (* (* (* x2 x11) x0) x0) x0) x1)) (* 2 (* (* (* (* x2 x0) x0) x1) x6))) (* (* (* (* x2 x0) x0) x8) x12)) (* (- 1) (* (* (* (* (* x2 x0) x0) x0) x1) x12))) (* (- 1) (* (* (* (* (* x2 x0) x0) x0) x8) x6))) (* (- 1) (* (* x2 x1) x6))) (* (* (* (* x3 x7) x9) x0) x0)) (* (- 1) (* (* (* (* x3 x7) x0) x0) x10))) (* (* (* (* (* x3 x7) x0) x0) x0) x5)) (* (- 1) (* (* (* (* x3 x9) x0) x0) x8))) (* (* (* (* (* x3 x9) x0) x0) x0) x1)) (* 2 (* (* (* (* x3 x0) x0) x1) x5))) (* (* (* (* x3 x0) x0) x8) x10)) (* (- 1) (* (* (* (* (* x3 x0) x0) x0) x1) x10))) (* (- 1) (* (* (* (* (* x3 x0) x0) x0) x8) x5))) (* (- 1) (* (* x3 x1) x5))) (* (- 1) (* (* (* x7 x9) x11) x0))) (* (* (* x7 x9) x0) x12)) (* (- 1) (* (* (* (* x7 x9) x0) x0) x6))) (* (* (* x7 x11) x0) x10)) (* (- 1) (* (* (* (* x7 x11) x0) x0) x5))) (* (- 1) (* (* (* x7 x0) x10) x12))) (* (* (* (* x7 x0) x0) x5) x12)) (* (* (* (* x7 x0) x0) x10) x6)) (* (- 1) (* (* (* (* (* x7 x0) x0) x0) x5) x6))) (* (* (* x9 x11) x0) x8)) (* (- 1) (* (* (* (* x9 x11) x0) x0) x1))) (* (- 1) (* (* (* x9 x0) x8) x12))) (* (* (* (* x9 x0) x0) x1) x12)) (* (* (* (* x9 x0) x0) x8) x6)) (* (- 1) (* (* (* (* (* x9 x0) x0) x0) x1) x6))) (* (- 1) (* (* (* x11 x0) x8) x10))) (* (* (* (* x11 x0) x0) x1) x10)) (* (* (* (* x11 x0) x0) x8) x5)) (* (- 1) (* (* (* (* (* x11 x0) x0) x0) x1) x5))) (* (* (* x0 x8) x10) x12)) (* (- 2) (* (* (* (* x0 x0) x1) x5) x6))) (* (- 1) (* (* (* (* x0 x0) x1) x10) x12))) (* (- 1) (* (* (* (* x0 x0) x8) x5) x12))) (* (- 1) (* (* (* (* x0 x0) x8) x10) x6))) (* (* (* (* (* x0 x0) x0) x1) x5) x12)) (* (* (* (* (* x0 x0) x0) x1) x10) x6)) (* (* (* (* (* x0 x0) x0) x8) x5) x6)) (* (* x1 x5) x6)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 2
; x0 is e^eps
; x1 is part1[y]
; x2 is Q.A2[y']
; x3 is Q.A3[y'']
; x4 is Q.A1[y]
; x5 is part3[y']
; x6 is part5[y'']
; x7 is P.A1[y]
; x8 is part0[y]
; x9 is P.A2[y']
; x10 is part2[y']
; x11 is P.A3[y'']
; x12 is part4[y'']
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
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= x3 0))
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x4 (* (- 1) x1)) 0))
(assert (>= x5 0))
(assert (>= (+ x2 (* (- 1) x5)) 0))
(assert (>= x6 0))
(assert (>= (+ (+ (+ (* x7 x0) (* (- 1) x4)) (* (- 1) (* x0 x8))) x1) 0))
(assert (>= (+ (+ (+ (* (- 1) x9) (* x2 x0)) (* (- 1) (* x0 x5))) x10) 0))
(assert (>= (+ (+ (+ (* (- 1) x11) (* x3 x0)) (* (- 1) (* x0 x6))) x12) 0))
(assert (>= (+ (+ (+ (* x9 x0) (* (- 1) x2)) (* (- 1) (* x0 x10))) x5) 0))
(assert (>= (+ (+ (+ (* (- 1) x7) (* x4 x0)) (* (- 1) (* x0 x1))) x8) 0))
(assert (>= (+ (+ (+ (* x11 x0) (* (- 1) x3)) (* (- 1) (* x0 x12))) x6) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x7 x9) x11)) (* 2 (* (* (* (* x7 x9) x11) x0) x0))) (* (- 1) (* (* (* (* (* x7 x9) x3) x0) x0) x0))) (* (- 2) (* (* (* (* x7 x9) x0) x0) x12))) (* (* (* (* (* x7 x9) x0) x0) x0) x6)) (* (* x7 x9) x12)) (* (- 1) (* (* (* (* (* x7 x11) x2) x0) x0) x0))) (* (- 2) (* (* (* (* x7 x11) x0) x0) x10))) (* (* (* (* (* x7 x11) x0) x0) x0) x5)) (* (* x7 x11) x10)) (* (* (* (* x7 x2) x3) x0) x0)) (* (- 1) (* (* (* (* x7 x2) x0) x0) x6))) (* (* (* (* (* x7 x2) x0) x0) x0) x12)) (* (- 1) (* (* (* (* x7 x3) x0) x0) x5))) (* (* (* (* (* x7 x3) x0) x0) x0) x10)) (* 2 (* (* (* (* x7 x0) x0) x10) x12))) (* (* (* (* x7 x0) x0) x5) x6)) (* (- 1) (* (* (* (* (* x7 x0) x0) x0) x10) x6))) (* (- 1) (* (* (* (* (* x7 x0) x0) x0) x5) x12))) (* (- 1) (* (* x7 x10) x12))) (* (- 1) (* (* (* (* (* x9 x11) x4) x0) x0) x0))) (* (- 2) (* (* (* (* x9 x11) x0) x0) x8))) (* (* (* (* (* x9 x11) x0) x0) x0) x1)) (* (* x9 x11) x8)) (* (* (* (* x9 x4) x3) x0) x0)) (* (- 1) (* (* (* (* x9 x4) x0) x0) x6))) (* (* (* (* (* x9 x4) x0) x0) x0) x12)) (* (- 1) (* (* (* (* x9 x3) x0) x0) x1))) (* (* (* (* (* x9 x3) x0) x0) x0) x8)) (* 2 (* (* (* (* x9 x0) x0) x8) x12))) (* (* (* (* x9 x0) x0) x1) x6)) (* (- 1) (* (* (* (* (* x9 x0) x0) x0) x8) x6))) (* (- 1) (* (* (* (* (* x9 x0) x0) x0) x1) x12))) (* (- 1) (* (* x9 x8) x12))) (* (* (* (* x11 x4) x2) x0) x0)) (* (- 1) (* (* (* (* x11 x4) x0) x0) x5))) (* (* (* (* (* x11 x4) x0) x0) x0) x10)) (* (- 1) (* (* (* (* x11 x2) x0) x0) x1))) (* (* (* (* (* x11 x2) x0) x0) x0) x8)) (* 2 (* (* (* (* x11 x0) x0) x8) x10))) (* (* (* (* x11 x0) x0) x1) x5)) (* (- 1) (* (* (* (* (* x11 x0) x0) x0) x8) x5))) (* (- 1) (* (* (* (* (* x11 x0) x0) x0) x1) x10))) (* (- 1) (* (* x11 x8) x10))) (* (- 2) (* (* (* (* (* x4 x2) x3) x0) x0) x0))) (* (* (* (* (* (* (* x4 x2) x3) x0) x0) x0) x0) x0)) (* (* (* x4 x2) x0) x6)) (* (- 1) (* (* (* (* x4 x2) x0) x0) x12))) (* (* (* x4 x3) x0) x5)) (* (- 1) (* (* (* (* x4 x3) x0) x0) x10))) (* (- 1) (* (* (* x4 x0) x5) x6))) (* (* (* (* x4 x0) x0) x10) x6)) (* (* (* (* x4 x0) x0) x5) x12)) (* (- 1) (* (* (* (* (* x4 x0) x0) x0) x10) x12))) (* (* (* x2 x3) x0) x1)) (* (- 1) (* (* (* (* x2 x3) x0) x0) x8))) (* (- 1) (* (* (* x2 x0) x1) x6))) (* (* (* (* x2 x0) x0) x8) x6)) (* (* (* (* x2 x0) x0) x1) x12)) (* (- 1) (* (* (* (* (* x2 x0) x0) x0) x8) x12))) (* (- 1) (* (* (* x3 x0) x1) x5))) (* (* (* (* x3 x0) x0) x8) x5)) (* (* (* (* x3 x0) x0) x1) x10)) (* (- 1) (* (* (* (* (* x3 x0) x0) x0) x8) x10))) (* (* (* x0 x1) x5) x6)) (* (- 2) (* (* (* (* x0 x0) x8) x10) x12))) (* (- 1) (* (* (* (* x0 x0) x8) x5) x6))) (* (- 1) (* (* (* (* x0 x0) x1) x10) x6))) (* (- 1) (* (* (* (* x0 x0) x1) x5) x12))) (* (* (* (* (* x0 x0) x0) x8) x10) x6)) (* (* (* (* (* x0 x0) x0) x8) x5) x12)) (* (* (* (* (* x0 x0) x0) x1) x10) x12)) (* (* x8 x10) x12)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 5
; x0 is sum over y0 of P.A1[y0]
; x1 is sum over y0 of P.A2[y0]
; x2 is sum over y0 of P.A3[y0]
; x3 is e^eps
; x4 is sum over y0 of Q.A3[y0]
; x5 is sum over y0 of part4[y0]
; x6 is sum over y0 of part5[y0]
; x7 is sum over y0 of Q.A2[y0]
; x8 is sum over y0 of part2[y0]
; x9 is sum over y0 of part3[y0]
; x10 is sum over y0 of Q.A1[y0]
; x11 is sum over y0 of part0[y0]
; x12 is sum over y0 of part1[y0]
; x13 is sum over y0,y1,y2 of part6[y0,y1,y2]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x13 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* (* (* x0 x1) x2) x3) x3) x3) x3) (* (- 1) (* (* (* (* (* x0 x1) x4) x3) x3) x3))) (* (- 2) (* (* (* (* x0 x1) x5) x3) x3))) (* (* (* (* (* x0 x1) x6) x3) x3) x3)) (* (* x0 x1) x5)) (* (- 1) (* (* (* (* (* x0 x2) x7) x3) x3) x3))) (* (- 2) (* (* (* (* x0 x2) x8) x3) x3))) (* (* (* (* (* x0 x2) x9) x3) x3) x3)) (* (* x0 x2) x8)) (* (* (* (* x0 x7) x4) x3) x3)) (* (- 1) (* (* (* (* x0 x7) x6) x3) x3))) (* (* (* (* (* x0 x7) x5) x3) x3) x3)) (* (- 1) (* (* (* (* x0 x4) x9) x3) x3))) (* (* (* (* (* x0 x4) x8) x3) x3) x3)) (* 2 (* (* (* (* x0 x8) x5) x3) x3))) (* (* (* (* x0 x9) x6) x3) x3)) (* (- 1) (* (* (* (* (* x0 x8) x6) x3) x3) x3))) (* (- 1) (* (* (* (* (* x0 x9) x5) x3) x3) x3))) (* (- 1) (* (* x0 x8) x5))) (* (- 1) (* (* (* (* (* x1 x2) x10) x3) x3) x3))) (* (- 2) (* (* (* (* x1 x2) x11) x3) x3))) (* (* (* (* (* x1 x2) x12) x3) x3) x3)) (* (* x1 x2) x11)) (* (* (* (* x1 x10) x4) x3) x3)) (* (- 1) (* (* (* (* x1 x10) x6) x3) x3))) (* (* (* (* (* x1 x10) x5) x3) x3) x3)) (* (- 1) (* (* (* (* x1 x4) x12) x3) x3))) (* (* (* (* (* x1 x4) x11) x3) x3) x3)) (* 2 (* (* (* (* x1 x11) x5) x3) x3))) (* (* (* (* x1 x12) x6) x3) x3)) (* (- 1) (* (* (* (* (* x1 x11) x6) x3) x3) x3))) (* (- 1) (* (* (* (* (* x1 x12) x5) x3) x3) x3))) (* (- 1) (* (* x1 x11) x5))) (* (* (* (* x2 x10) x7) x3) x3)) (* (- 1) (* (* (* (* x2 x10) x9) x3) x3))) (* (* (* (* (* x2 x10) x8) x3) x3) x3)) (* (- 1) (* (* (* (* x2 x7) x12) x3) x3))) (* (* (* (* (* x2 x7) x11) x3) x3) x3)) (* 2 (* (* (* (* x2 x11) x8) x3) x3))) (* (* (* (* x2 x12) x9) x3) x3)) (* (- 1) (* (* (* (* (* x2 x11) x9) x3) x3) x3))) (* (- 1) (* (* (* (* (* x2 x12) x8) x3) x3) x3))) (* (- 1) (* (* x2 x11) x8))) (* (- 1) (* (* (* x10 x7) x4) x3))) (* (* (* x10 x7) x6) x3)) (* (- 1) (* (* (* (* x10 x7) x5) x3) x3))) (* (* (* x10 x4) x9) x3)) (* (- 1) (* (* (* (* x10 x4) x8) x3) x3))) (* (- 1) (* (* (* x10 x9) x6) x3))) (* (* (* (* x10 x8) x6) x3) x3)) (* (* (* (* x10 x9) x5) x3) x3)) (* (- 1) (* (* (* (* (* x10 x8) x5) x3) x3) x3))) (* (* (* x7 x4) x12) x3)) (* (- 1) (* (* (* (* x7 x4) x11) x3) x3))) (* (- 1) (* (* (* x7 x12) x6) x3))) (* (* (* (* x7 x11) x6) x3) x3)) (* (* (* (* x7 x12) x5) x3) x3)) (* (- 1) (* (* (* (* (* x7 x11) x5) x3) x3) x3))) (* (- 1) (* (* (* x4 x12) x9) x3))) (* (* (* (* x4 x11) x9) x3) x3)) (* (* (* (* x4 x12) x8) x3) x3)) (* (- 1) (* (* (* (* (* x4 x11) x8) x3) x3) x3))) (* (* (* x12 x9) x6) x3)) (* (- 2) (* (* (* (* x11 x8) x5) x3) x3))) (* (- 1) (* (* (* (* x11 x9) x6) x3) x3))) (* (- 1) (* (* (* (* x12 x8) x6) x3) x3))) (* (- 1) (* (* (* (* x12 x9) x5) x3) x3))) (* 2 (* (* x13 x3) x3))) (* (* (* (* (* x11 x8) x6) x3) x3) x3)) (* (* (* (* (* x11 x9) x5) x3) x3) x3)) (* (* (* (* (* x12 x8) x5) x3) x3) x3)) (* (- 1) (* (* (* (* x13 x3) x3) x3) x3))) (* (* x11 x8) x5)) (* (- 1) x13)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x10 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
(assert (= (+ x7 (- 1)) 0))
(assert (= (+ x2 (- 1)) 0))
(assert (= (+ x4 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x3) (* 3 (* x3 x3))) (* (- 3) (* (* x3 x3) x3))) (* (* (* x3 x3) x3) x3)) (* x12 x3)) (* x9 x3)) (* x6 x3)) (* (- 3) (* (* x11 x3) x3))) (* (- 2) (* (* x12 x3) x3))) (* (- 3) (* (* x8 x3) x3))) (* (- 2) (* (* x9 x3) x3))) (* (- 3) (* (* x5 x3) x3))) (* (- 2) (* (* x6 x3) x3))) (* 2 (* (* (* x11 x3) x3) x3))) (* (* (* x12 x3) x3) x3)) (* 2 (* (* (* x8 x3) x3) x3))) (* (* (* x9 x3) x3) x3)) (* 2 (* (* (* x5 x3) x3) x3))) (* (* (* x6 x3) x3) x3)) x11) x8) x5) (* (- 1) (* (* x12 x9) x3))) (* (- 1) (* (* x12 x6) x3))) (* (- 1) (* (* x9 x6) x3))) (* 2 (* (* (* x11 x8) x3) x3))) (* (* (* x11 x9) x3) x3)) (* 2 (* (* (* x11 x5) x3) x3))) (* (* (* x11 x6) x3) x3)) (* (* (* x12 x8) x3) x3)) (* (* (* x12 x9) x3) x3)) (* (* (* x12 x5) x3) x3)) (* (* (* x12 x6) x3) x3)) (* 2 (* (* (* x8 x5) x3) x3))) (* (* (* x8 x6) x3) x3)) (* (* (* x9 x5) x3) x3)) (* (* (* x9 x6) x3) x3)) (* (- 1) (* (* (* (* x11 x8) x3) x3) x3))) (* (- 1) (* (* (* (* x11 x9) x3) x3) x3))) (* (- 1) (* (* (* (* x11 x5) x3) x3) x3))) (* (- 1) (* (* (* (* x11 x6) x3) x3) x3))) (* (- 1) (* (* (* (* x12 x8) x3) x3) x3))) (* (- 1) (* (* (* (* x12 x5) x3) x3) x3))) (* (- 1) (* (* (* (* x8 x5) x3) x3) x3))) (* (- 1) (* (* (* (* x8 x6) x3) x3) x3))) (* (- 1) (* (* (* (* x9 x5) x3) x3) x3))) (* (- 1) (* x11 x8))) (* (- 1) (* x11 x5))) (* (- 1) (* x8 x5))) (* (* (* x12 x9) x6) x3)) (* (- 2) (* (* (* (* x11 x8) x5) x3) x3))) (* (- 1) (* (* (* (* x11 x9) x6) x3) x3))) (* (- 1) (* (* (* (* x12 x8) x6) x3) x3))) (* (- 1) (* (* (* (* x12 x9) x5) x3) x3))) (* 2 (* (* x13 x3) x3))) (* (* (* (* (* x11 x8) x6) x3) x3) x3)) (* (* (* (* (* x11 x9) x5) x3) x3) x3)) (* (* (* (* (* x12 x8) x5) x3) x3) x3)) (* (- 1) (* (* (* (* x13 x3) x3) x3) x3))) (* (* x11 x8) x5)) (* (- 1) x13)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 6
; x0 is e^eps
; x1 is delta
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part2[y0]
; x4 is sum over y0 of part3[y0]
; x5 is sum over y0 of part5[y0]
; x6 is sum over y0 of part4[y0]
; x7 is sum over y0 of part1[y0]
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
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ x0 (- 1)) (* (- 1) (* x3 x0))) x4) 0))
(assert (>= (+ (+ (+ x0 (- 1)) (* (- 1) (* x5 x0))) x6) 0))
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ (+ (+ x0 (- 1)) (* (- 1) (* x4 x0))) x3) 0))
(assert (>= (+ (+ (+ x0 (- 1)) (* (- 1) (* x6 x0))) x5) 0))
(assert (>= (+ x1 (* (- 1) x7)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x1) (* (- 1) (* x1 x0))) (* 6 (* (* x1 x0) x0))) (* (- 2) (* (* (* x1 x0) x0) x0))) (* (- 5) (* (* (* (* x1 x0) x0) x0) x0))) (* 3 (* (* (* (* (* x1 x0) x0) x0) x0) x0))) (* (* x4 x1) x0)) (* (* x5 x1) x0)) (* (- 4) (* (* (* x3 x1) x0) x0))) (* (- 2) (* (* (* x4 x1) x0) x0))) (* (- 4) (* (* (* x6 x1) x0) x0))) (* (- 2) (* (* (* x5 x1) x0) x0))) (* 2 (* (* (* (* x3 x1) x0) x0) x0))) (* 2 (* (* (* (* x6 x1) x0) x0) x0))) (* 3 (* (* (* (* (* x3 x1) x0) x0) x0) x0))) (* 2 (* (* (* (* (* x4 x1) x0) x0) x0) x0))) (* 3 (* (* (* (* (* x6 x1) x0) x0) x0) x0))) (* 2 (* (* (* (* (* x5 x1) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x3 x1) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x4 x1) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x6 x1) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x5 x1) x0) x0) x0) x0) x0))) (* x3 x1)) (* x6 x1)) (* x7 x0)) (* (- 4) (* (* x2 x0) x0))) (* (- 2) (* (* x7 x0) x0))) (* 2 (* (* (* x2 x0) x0) x0))) (* 3 (* (* (* (* x2 x0) x0) x0) x0))) (* 2 (* (* (* (* x7 x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x2 x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x7 x0) x0) x0) x0) x0))) x2) (* (- 1) (* (* (* x4 x5) x1) x0))) (* 3 (* (* (* (* x3 x6) x1) x0) x0))) (* (* (* (* x3 x5) x1) x0) x0)) (* (* (* (* x4 x6) x1) x0) x0)) (* (* (* (* x4 x5) x1) x0) x0)) (* (- 1) (* (* (* (* (* x3 x6) x1) x0) x0) x0))) (* (- 1) (* (* (* (* (* x3 x5) x1) x0) x0) x0))) (* (- 1) (* (* (* (* (* x4 x6) x1) x0) x0) x0))) (* (* (* (* (* x4 x5) x1) x0) x0) x0)) (* (- 2) (* (* (* (* (* (* x3 x6) x1) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x3 x5) x1) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x4 x6) x1) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x4 x5) x1) x0) x0) x0) x0))) (* (* (* (* (* (* (* x3 x6) x1) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* x3 x5) x1) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* x4 x6) x1) x0) x0) x0) x0) x0)) (* (- 1) (* (* x3 x6) x1))) (* (- 1) (* (* x7 x4) x0))) (* (- 1) (* (* x7 x5) x0))) (* 3 (* (* (* x2 x3) x0) x0))) (* (* (* x2 x4) x0) x0)) (* 3 (* (* (* x2 x6) x0) x0))) (* (* (* x2 x5) x0) x0)) (* (* (* x7 x3) x0) x0)) (* (* (* x7 x4) x0) x0)) (* (* (* x7 x6) x0) x0)) (* (* (* x7 x5) x0) x0)) (* (- 1) (* (* (* (* x2 x3) x0) x0) x0))) (* (- 1) (* (* (* (* x2 x4) x0) x0) x0))) (* (- 1) (* (* (* (* x2 x6) x0) x0) x0))) (* (- 1) (* (* (* (* x2 x5) x0) x0) x0))) (* (- 1) (* (* (* (* x7 x3) x0) x0) x0))) (* (* (* (* x7 x4) x0) x0) x0)) (* (- 1) (* (* (* (* x7 x6) x0) x0) x0))) (* (* (* (* x7 x5) x0) x0) x0)) (* (- 2) (* (* (* (* (* x2 x3) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x2 x4) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x2 x6) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x2 x5) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x7 x3) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x7 x4) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x7 x6) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x7 x5) x0) x0) x0) x0))) (* (* (* (* (* (* x2 x3) x0) x0) x0) x0) x0)) (* (* (* (* (* (* x2 x4) x0) x0) x0) x0) x0)) (* (* (* (* (* (* x2 x6) x0) x0) x0) x0) x0)) (* (* (* (* (* (* x2 x5) x0) x0) x0) x0) x0)) (* (* (* (* (* (* x7 x3) x0) x0) x0) x0) x0)) (* (* (* (* (* (* x7 x6) x0) x0) x0) x0) x0)) (* (- 1) (* x2 x3))) (* (- 1) (* x2 x6))) (* (* (* x7 x4) x5) x0)) (* (- 3) (* (* (* (* x2 x3) x6) x0) x0))) (* (- 1) (* (* (* (* x2 x4) x5) x0) x0))) (* (- 1) (* (* (* (* x7 x3) x5) x0) x0))) (* (- 1) (* (* (* (* x7 x4) x6) x0) x0))) (* (* (* (* (* x2 x3) x5) x0) x0) x0)) (* (* (* (* (* x2 x4) x6) x0) x0) x0)) (* (* (* (* (* x7 x3) x6) x0) x0) x0)) (* (- 1) (* (* (* (* (* x7 x4) x5) x0) x0) x0))) (* 2 (* (* (* (* (* (* x2 x3) x6) x0) x0) x0) x0))) (* (* (* (* (* (* x2 x4) x5) x0) x0) x0) x0)) (* (* (* (* (* (* x7 x3) x5) x0) x0) x0) x0)) (* (* (* (* (* (* x7 x4) x6) x0) x0) x0) x0)) (* (- 1) (* (* (* (* (* (* (* x2 x3) x5) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* x2 x4) x6) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* x7 x3) x6) x0) x0) x0) x0) x0))) (* (* x2 x3) x6)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 7
; x0 is e^eps
; x1 is delta
; x2 is sum over y0 of part2[y0]
; x3 is sum over y0 of part4[y0]
; x4 is sum over y0 of part5[y0]
; x5 is sum over y0 of part3[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ x0 (- 1)) (* (- 1) (* x3 x0))) x4) 0))
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ (+ (+ x0 (- 1)) (* (- 1) (* x4 x0))) x3) 0))
(assert (>= (+ x1 (* (- 1) x5)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ x1 (* 2 (* x1 x0))) (* (- 4) (* (* x1 x0) x0))) (* (- 2) (* (* (* x1 x0) x0) x0))) (* 3 (* (* (* (* x1 x0) x0) x0) x0))) (* (- 1) (* (* x3 x1) x0))) (* (- 1) (* (* x4 x1) x0))) (* 3 (* (* (* x3 x1) x0) x0))) (* (* (* x4 x1) x0) x0)) (* (* (* (* x3 x1) x0) x0) x0)) (* (* (* (* x4 x1) x0) x0) x0)) (* (- 2) (* (* (* (* (* x3 x1) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x4 x1) x0) x0) x0) x0))) (* (- 1) (* x3 x1))) (* (- 1) (* x2 x0))) (* (- 1) (* x5 x0))) (* 3 (* (* x2 x0) x0))) (* (* x5 x0) x0)) (* (* (* x2 x0) x0) x0)) (* (* (* x5 x0) x0) x0)) (* (- 2) (* (* (* (* x2 x0) x0) x0) x0))) (* (- 1) (* (* (* (* x5 x0) x0) x0) x0))) (* (- 1) x2)) (* (* x2 x3) x0)) (* (* x5 x4) x0)) (* (- 2) (* (* (* x2 x3) x0) x0))) (* (- 1) (* (* (* x2 x4) x0) x0))) (* (- 1) (* (* (* x5 x3) x0) x0))) (* (- 1) (* (* (* (* x2 x3) x0) x0) x0))) (* (- 1) (* (* (* (* x5 x4) x0) x0) x0))) (* (* (* (* (* x2 x3) x0) x0) x0) x0)) (* (* (* (* (* x2 x4) x0) x0) x0) x0)) (* (* (* (* (* x5 x3) x0) x0) x0) x0)) (* x2 x3)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 8
; x0 is e^eps
; x1 is delta
; x2 is sum over y0 of part4[y0]
; x3 is sum over y0 of part5[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x1) (* (- 3) (* x1 x0))) (* (* x1 x0) x0)) (* 3 (* (* (* x1 x0) x0) x0))) (* 2 (* x2 x0))) (* x3 x0)) (* (- 1) (* (* x2 x0) x0))) (* (- 2) (* (* (* x2 x0) x0) x0))) (* (- 1) (* (* (* x3 x0) x0) x0))) x2) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 9
; x0 is delta
; x1 is e^eps
; x2 is sum over y0 of part3[y0]
; x3 is sum over y0 of part5[y0]
; x4 is sum over y0 of part2[y0]
; x5 is sum over y0 of part4[y0]
; x6 is sum over y0 of part1[y0]
; x7 is sum over y0 of part0[y0]
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x0) (* (- 1) (* x0 x1))) (* 6 (* (* x0 x1) x1))) (* (- 2) (* (* (* x0 x1) x1) x1))) (* (- 5) (* (* (* (* x0 x1) x1) x1) x1))) (* 3 (* (* (* (* (* x0 x1) x1) x1) x1) x1))) (* (* x2 x0) x1)) (* (* x3 x0) x1)) (* (- 4) (* (* (* x4 x0) x1) x1))) (* (- 2) (* (* (* x2 x0) x1) x1))) (* (- 4) (* (* (* x5 x0) x1) x1))) (* (- 2) (* (* (* x3 x0) x1) x1))) (* 2 (* (* (* (* x4 x0) x1) x1) x1))) (* 2 (* (* (* (* x5 x0) x1) x1) x1))) (* 3 (* (* (* (* (* x4 x0) x1) x1) x1) x1))) (* 2 (* (* (* (* (* x2 x0) x1) x1) x1) x1))) (* 3 (* (* (* (* (* x5 x0) x1) x1) x1) x1))) (* 2 (* (* (* (* (* x3 x0) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x4 x0) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x2 x0) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x5 x0) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x3 x0) x1) x1) x1) x1) x1))) (* x4 x0)) (* x5 x0)) (* x6 x1)) (* (- 4) (* (* x7 x1) x1))) (* (- 2) (* (* x6 x1) x1))) (* 2 (* (* (* x7 x1) x1) x1))) (* 3 (* (* (* (* x7 x1) x1) x1) x1))) (* 2 (* (* (* (* x6 x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x7 x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x6 x1) x1) x1) x1) x1))) x7) (* (- 1) (* (* (* x2 x3) x0) x1))) (* 3 (* (* (* (* x4 x5) x0) x1) x1))) (* (* (* (* x4 x3) x0) x1) x1)) (* (* (* (* x2 x5) x0) x1) x1)) (* (* (* (* x2 x3) x0) x1) x1)) (* (- 1) (* (* (* (* (* x4 x5) x0) x1) x1) x1))) (* (- 1) (* (* (* (* (* x4 x3) x0) x1) x1) x1))) (* (- 1) (* (* (* (* (* x2 x5) x0) x1) x1) x1))) (* (* (* (* (* x2 x3) x0) x1) x1) x1)) (* (- 2) (* (* (* (* (* (* x4 x5) x0) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x4 x3) x0) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x2 x5) x0) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x2 x3) x0) x1) x1) x1) x1))) (* (* (* (* (* (* (* x4 x5) x0) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* x4 x3) x0) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* x2 x5) x0) x1) x1) x1) x1) x1)) (* (- 1) (* (* x4 x5) x0))) (* (- 1) (* (* x6 x2) x1))) (* (- 1) (* (* x6 x3) x1))) (* 3 (* (* (* x7 x4) x1) x1))) (* (* (* x7 x2) x1) x1)) (* 3 (* (* (* x7 x5) x1) x1))) (* (* (* x7 x3) x1) x1)) (* (* (* x6 x4) x1) x1)) (* (* (* x6 x2) x1) x1)) (* (* (* x6 x5) x1) x1)) (* (* (* x6 x3) x1) x1)) (* (- 1) (* (* (* (* x7 x4) x1) x1) x1))) (* (- 1) (* (* (* (* x7 x2) x1) x1) x1))) (* (- 1) (* (* (* (* x7 x5) x1) x1) x1))) (* (- 1) (* (* (* (* x7 x3) x1) x1) x1))) (* (- 1) (* (* (* (* x6 x4) x1) x1) x1))) (* (* (* (* x6 x2) x1) x1) x1)) (* (- 1) (* (* (* (* x6 x5) x1) x1) x1))) (* (* (* (* x6 x3) x1) x1) x1)) (* (- 2) (* (* (* (* (* x7 x4) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x7 x2) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x7 x5) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x7 x3) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x6 x4) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x6 x2) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x6 x5) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x6 x3) x1) x1) x1) x1))) (* (* (* (* (* (* x7 x4) x1) x1) x1) x1) x1)) (* (* (* (* (* (* x7 x2) x1) x1) x1) x1) x1)) (* (* (* (* (* (* x7 x5) x1) x1) x1) x1) x1)) (* (* (* (* (* (* x7 x3) x1) x1) x1) x1) x1)) (* (* (* (* (* (* x6 x4) x1) x1) x1) x1) x1)) (* (* (* (* (* (* x6 x5) x1) x1) x1) x1) x1)) (* (- 1) (* x7 x4))) (* (- 1) (* x7 x5))) (* (* (* x6 x2) x3) x1)) (* (- 3) (* (* (* (* x7 x4) x5) x1) x1))) (* (- 1) (* (* (* (* x7 x2) x3) x1) x1))) (* (- 1) (* (* (* (* x6 x4) x3) x1) x1))) (* (- 1) (* (* (* (* x6 x2) x5) x1) x1))) (* (* (* (* (* x7 x4) x3) x1) x1) x1)) (* (* (* (* (* x7 x2) x5) x1) x1) x1)) (* (* (* (* (* x6 x4) x5) x1) x1) x1)) (* (- 1) (* (* (* (* (* x6 x2) x3) x1) x1) x1))) (* 2 (* (* (* (* (* (* x7 x4) x5) x1) x1) x1) x1))) (* (* (* (* (* (* x7 x2) x3) x1) x1) x1) x1)) (* (* (* (* (* (* x6 x4) x3) x1) x1) x1) x1)) (* (* (* (* (* (* x6 x2) x5) x1) x1) x1) x1)) (* (- 1) (* (* (* (* (* (* (* x7 x4) x3) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* x7 x2) x5) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* x6 x4) x5) x1) x1) x1) x1) x1))) (* (* x7 x4) x5)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ (* x1 x1) (- 1)) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ x0 (* 2 (* x0 x1))) (* (- 4) (* (* x0 x1) x1))) (* (- 2) (* (* (* x0 x1) x1) x1))) (* 3 (* (* (* (* x0 x1) x1) x1) x1))) (* (- 1) (* (* x5 x0) x1))) (* (- 1) (* (* x3 x0) x1))) (* 3 (* (* (* x5 x0) x1) x1))) (* (* (* x3 x0) x1) x1)) (* (* (* (* x5 x0) x1) x1) x1)) (* (* (* (* x3 x0) x1) x1) x1)) (* (- 2) (* (* (* (* (* x5 x0) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x3 x0) x1) x1) x1) x1))) (* (- 1) (* x5 x0))) (* (- 1) (* x4 x1))) (* (- 1) (* x2 x1))) (* 3 (* (* x4 x1) x1))) (* (* x2 x1) x1)) (* (* (* x4 x1) x1) x1)) (* (* (* x2 x1) x1) x1)) (* (- 2) (* (* (* (* x4 x1) x1) x1) x1))) (* (- 1) (* (* (* (* x2 x1) x1) x1) x1))) (* (- 1) x4)) (* (* x4 x5) x1)) (* (* x2 x3) x1)) (* (- 2) (* (* (* x4 x5) x1) x1))) (* (- 1) (* (* (* x4 x3) x1) x1))) (* (- 1) (* (* (* x2 x5) x1) x1))) (* (- 1) (* (* (* (* x4 x5) x1) x1) x1))) (* (- 1) (* (* (* (* x2 x3) x1) x1) x1))) (* (* (* (* (* x4 x5) x1) x1) x1) x1)) (* (* (* (* (* x4 x3) x1) x1) x1) x1)) (* (* (* (* (* x2 x5) x1) x1) x1) x1)) (* x4 x5)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x0) (* (- 3) (* x0 x1))) (* (* x0 x1) x1)) (* 3 (* (* (* x0 x1) x1) x1))) (* 2 (* x5 x1))) (* x3 x1)) (* (- 1) (* (* x5 x1) x1))) (* (- 2) (* (* (* x5 x1) x1) x1))) (* (- 1) (* (* (* x3 x1) x1) x1))) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 9) (* x0 x1))) (* 9 (* (* x0 x1) x1))) (* 27 (* (* (* x0 x1) x1) x1))) (* (- 9) (* (* (* (* x0 x1) x1) x1) x1))) (* (- 27) (* (* (* (* (* x0 x1) x1) x1) x1) x1))) (* 3 (* (* (* (* (* (* x0 x1) x1) x1) x1) x1) x1))) (* 9 (* (* (* (* (* (* (* x0 x1) x1) x1) x1) x1) x1) x1))) (* 3 (* x0 x0))) (* 9 (* (* x0 x0) x1))) (* (- 9) (* (* (* x0 x0) x1) x1))) (* (- 27) (* (* (* (* x0 x0) x1) x1) x1))) (* 9 (* (* (* (* (* x0 x0) x1) x1) x1) x1))) (* 27 (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x1))) (* (- 3) (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x1) x1))) (* (- 9) (* (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* x0 x0) x0))) (* (- 3) (* (* (* x0 x0) x0) x1))) (* 3 (* (* (* (* x0 x0) x0) x1) x1))) (* 9 (* (* (* (* (* x0 x0) x0) x1) x1) x1))) (* (- 3) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1))) (* (- 9) (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x1) x1)) (* 3 (* (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x1) x1) x1))) (* 2 (* x7 x1))) (* x6 x1)) (* 2 (* x4 x1))) (* x2 x1)) (* 2 (* x5 x1))) (* x3 x1)) (* (- 3) (* (* x7 x1) x1))) (* (- 3) (* (* x4 x1) x1))) (* (- 3) (* (* x5 x1) x1))) (* (- 6) (* (* (* x7 x1) x1) x1))) (* (- 3) (* (* (* x6 x1) x1) x1))) (* (- 6) (* (* (* x4 x1) x1) x1))) (* (- 3) (* (* (* x2 x1) x1) x1))) (* (- 6) (* (* (* x5 x1) x1) x1))) (* (- 3) (* (* (* x3 x1) x1) x1))) (* 3 (* (* (* (* x7 x1) x1) x1) x1))) (* 3 (* (* (* (* x4 x1) x1) x1) x1))) (* 3 (* (* (* (* x5 x1) x1) x1) x1))) (* 6 (* (* (* (* (* x7 x1) x1) x1) x1) x1))) (* 3 (* (* (* (* (* x6 x1) x1) x1) x1) x1))) (* 6 (* (* (* (* (* x4 x1) x1) x1) x1) x1))) (* 3 (* (* (* (* (* x2 x1) x1) x1) x1) x1))) (* 6 (* (* (* (* (* x5 x1) x1) x1) x1) x1))) (* 3 (* (* (* (* (* x3 x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x7 x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x4 x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x5 x1) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* (* x7 x1) x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* x6 x1) x1) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* (* x4 x1) x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* x2 x1) x1) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* (* x5 x1) x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* x3 x1) x1) x1) x1) x1) x1) x1))) x7) x4) x5) (* (- 2) (* (* x7 x4) x1))) (* (- 2) (* (* x7 x5) x1))) (* (- 1) (* (* x6 x2) x1))) (* (- 1) (* (* x6 x3) x1))) (* (- 2) (* (* x4 x5) x1))) (* (- 1) (* (* x2 x3) x1))) (* 2 (* (* (* x7 x4) x1) x1))) (* (* (* x7 x2) x1) x1)) (* 2 (* (* (* x7 x5) x1) x1))) (* (* (* x7 x3) x1) x1)) (* (* (* x6 x4) x1) x1)) (* (- 1) (* (* (* x6 x2) x1) x1))) (* (* (* x6 x5) x1) x1)) (* (- 1) (* (* (* x6 x3) x1) x1))) (* 2 (* (* (* x4 x5) x1) x1))) (* (* (* x4 x3) x1) x1)) (* (* (* x2 x5) x1) x1)) (* (- 1) (* (* (* x2 x3) x1) x1))) (* 5 (* (* (* (* x7 x4) x1) x1) x1))) (* (* (* (* x7 x2) x1) x1) x1)) (* 5 (* (* (* (* x7 x5) x1) x1) x1))) (* (* (* (* x7 x3) x1) x1) x1)) (* (* (* (* x6 x4) x1) x1) x1)) (* 2 (* (* (* (* x6 x2) x1) x1) x1))) (* (* (* (* x6 x5) x1) x1) x1)) (* 2 (* (* (* (* x6 x3) x1) x1) x1))) (* 5 (* (* (* (* x4 x5) x1) x1) x1))) (* (* (* (* x4 x3) x1) x1) x1)) (* (* (* (* x2 x5) x1) x1) x1)) (* 2 (* (* (* (* x2 x3) x1) x1) x1))) (* (- 1) (* (* (* (* (* x7 x4) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x7 x2) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x7 x5) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x7 x3) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x6 x4) x1) x1) x1) x1))) (* 2 (* (* (* (* (* x6 x2) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x6 x5) x1) x1) x1) x1))) (* 2 (* (* (* (* (* x6 x3) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* x4 x5) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x4 x3) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* x2 x5) x1) x1) x1) x1))) (* 2 (* (* (* (* (* x2 x3) x1) x1) x1) x1))) (* (- 4) (* (* (* (* (* (* x7 x4) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x7 x2) x1) x1) x1) x1) x1))) (* (- 4) (* (* (* (* (* (* x7 x5) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x7 x3) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x6 x4) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x6 x2) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x6 x5) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x6 x3) x1) x1) x1) x1) x1))) (* (- 4) (* (* (* (* (* (* x4 x5) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x4 x3) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x2 x5) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x2 x3) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* x7 x2) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* x7 x3) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* x6 x4) x1) x1) x1) x1) x1) x1)) (* (- 1) (* (* (* (* (* (* (* x6 x2) x1) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* x6 x5) x1) x1) x1) x1) x1) x1)) (* (- 1) (* (* (* (* (* (* (* x6 x3) x1) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* x4 x3) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* x2 x5) x1) x1) x1) x1) x1) x1)) (* (- 1) (* (* (* (* (* (* (* x2 x3) x1) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* (* x7 x4) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x7 x2) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x7 x5) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x7 x3) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x6 x4) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x6 x5) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x4 x5) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x4 x3) x1) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x2 x5) x1) x1) x1) x1) x1) x1) x1)) (* (- 1) (* x7 x4))) (* (- 1) (* x7 x5))) (* (- 1) (* x4 x5))) (* 2 (* (* (* x7 x4) x5) x1))) (* (* (* x6 x2) x3) x1)) (* (- 2) (* (* (* (* x7 x4) x5) x1) x1))) (* (- 1) (* (* (* (* x7 x2) x3) x1) x1))) (* (- 1) (* (* (* (* x6 x4) x3) x1) x1))) (* (- 1) (* (* (* (* x6 x2) x5) x1) x1))) (* 2 (* (* (* (* x6 x2) x3) x1) x1))) (* (- 6) (* (* (* (* (* x7 x4) x5) x1) x1) x1))) (* (* (* (* (* x7 x4) x3) x1) x1) x1)) (* (* (* (* (* x7 x2) x5) x1) x1) x1)) (* (- 2) (* (* (* (* (* x7 x2) x3) x1) x1) x1))) (* (* (* (* (* x6 x4) x5) x1) x1) x1)) (* (- 2) (* (* (* (* (* x6 x4) x3) x1) x1) x1))) (* (- 2) (* (* (* (* (* x6 x2) x5) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* x7 x4) x5) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* x7 x4) x3) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* x7 x2) x5) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* x6 x4) x5) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* x6 x2) x3) x1) x1) x1) x1))) (* 4 (* (* (* (* (* (* (* x7 x4) x5) x1) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* (* x7 x2) x3) x1) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* (* x6 x4) x3) x1) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* (* x6 x2) x5) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* x6 x2) x3) x1) x1) x1) x1) x1))) (* 2 (* (* (* (* (* (* (* (* x7 x4) x5) x1) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* (* (* x7 x4) x3) x1) x1) x1) x1) x1) x1))) (* (- 2) (* (* (* (* (* (* (* (* x7 x2) x5) x1) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* (* x7 x2) x3) x1) x1) x1) x1) x1) x1)) (* (- 2) (* (* (* (* (* (* (* (* x6 x4) x5) x1) x1) x1) x1) x1) x1))) (* (* (* (* (* (* (* (* x6 x4) x3) x1) x1) x1) x1) x1) x1)) (* (* (* (* (* (* (* (* x6 x2) x5) x1) x1) x1) x1) x1) x1)) (* (- 1) (* (* (* (* (* (* (* (* (* x7 x4) x3) x1) x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* (* (* x7 x2) x5) x1) x1) x1) x1) x1) x1) x1))) (* (- 1) (* (* (* (* (* (* (* (* (* x6 x4) x5) x1) x1) x1) x1) x1) x1) x1))) (* (* x7 x4) x5)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 10
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ x0 1) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 11
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 12
; x0 is e^eps
; x1 is sum over y0 of part1[y0]
; x2 is sum over y0 of part3[y0]
; x3 is sum over y0 of part5[y0]
; x4 is sum over y0 of part0[y0]
; x5 is sum over y0 of part2[y0]
; x6 is sum over y0 of part4[y0]
; x7 is sum over y0,y1,y2 of part6[y0,y1,y2]
; x8 is delta
; x9 is quotient0
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
(assert (>= (+ (* x0 x0) (- 1)) 0))
(assert (>= (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x0) (* 3 (* x0 x0))) (* (- 3) (* (* x0 x0) x0))) (* (* (* x0 x0) x0) x0)) (* x1 x0)) (* x2 x0)) (* x3 x0)) (* (- 3) (* (* x4 x0) x0))) (* (- 2) (* (* x1 x0) x0))) (* (- 3) (* (* x5 x0) x0))) (* (- 2) (* (* x2 x0) x0))) (* (- 3) (* (* x6 x0) x0))) (* (- 2) (* (* x3 x0) x0))) (* 2 (* (* (* x4 x0) x0) x0))) (* (* (* x1 x0) x0) x0)) (* 2 (* (* (* x5 x0) x0) x0))) (* (* (* x2 x0) x0) x0)) (* 2 (* (* (* x6 x0) x0) x0))) (* (* (* x3 x0) x0) x0)) x4) x5) x6) (* (- 1) (* (* x1 x2) x0))) (* (- 1) (* (* x1 x3) x0))) (* (- 1) (* (* x2 x3) x0))) (* 2 (* (* (* x4 x5) x0) x0))) (* (* (* x4 x2) x0) x0)) (* 2 (* (* (* x4 x6) x0) x0))) (* (* (* x4 x3) x0) x0)) (* (* (* x1 x5) x0) x0)) (* (* (* x1 x2) x0) x0)) (* (* (* x1 x6) x0) x0)) (* (* (* x1 x3) x0) x0)) (* 2 (* (* (* x5 x6) x0) x0))) (* (* (* x5 x3) x0) x0)) (* (* (* x2 x6) x0) x0)) (* (* (* x2 x3) x0) x0)) (* (- 1) (* (* (* (* x4 x5) x0) x0) x0))) (* (- 1) (* (* (* (* x4 x2) x0) x0) x0))) (* (- 1) (* (* (* (* x4 x6) x0) x0) x0))) (* (- 1) (* (* (* (* x4 x3) x0) x0) x0))) (* (- 1) (* (* (* (* x1 x5) x0) x0) x0))) (* (- 1) (* (* (* (* x1 x6) x0) x0) x0))) (* (- 1) (* (* (* (* x5 x6) x0) x0) x0))) (* (- 1) (* (* (* (* x5 x3) x0) x0) x0))) (* (- 1) (* (* (* (* x2 x6) x0) x0) x0))) (* (- 1) (* x4 x5))) (* (- 1) (* x4 x6))) (* (- 1) (* x5 x6))) (* (* (* x1 x2) x3) x0)) (* (- 2) (* (* (* (* x4 x5) x6) x0) x0))) (* (- 1) (* (* (* (* x4 x2) x3) x0) x0))) (* (- 1) (* (* (* (* x1 x5) x3) x0) x0))) (* (- 1) (* (* (* (* x1 x2) x6) x0) x0))) (* 2 (* (* x7 x0) x0))) (* (* (* (* (* x4 x5) x3) x0) x0) x0)) (* (* (* (* (* x4 x2) x6) x0) x0) x0)) (* (* (* (* (* x1 x5) x6) x0) x0) x0)) (* (- 1) (* (* (* (* x7 x0) x0) x0) x0))) (* (* x4 x5) x6)) (* (- 1) x7)) 0))
(assert (>= (+ x0 1) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x8) (* (- 9) (* x8 x0))) (* 9 (* (* x8 x0) x0))) (* 27 (* (* (* x8 x0) x0) x0))) (* (- 9) (* (* (* (* x8 x0) x0) x0) x0))) (* (- 27) (* (* (* (* (* x8 x0) x0) x0) x0) x0))) (* 3 (* (* (* (* (* (* x8 x0) x0) x0) x0) x0) x0))) (* 9 (* (* (* (* (* (* (* x8 x0) x0) x0) x0) x0) x0) x0))) (* 3 (* x8 x8))) (* 9 (* (* x8 x8) x0))) (* (- 9) (* (* (* x8 x8) x0) x0))) (* (- 27) (* (* (* (* x8 x8) x0) x0) x0))) (* 9 (* (* (* (* (* x8 x8) x0) x0) x0) x0))) (* 27 (* (* (* (* (* (* x8 x8) x0) x0) x0) x0) x0))) (* (- 3) (* (* (* (* (* (* (* x8 x8) x0) x0) x0) x0) x0) x0))) (* (- 9) (* (* (* (* (* (* (* (* x8 x8) x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* x8 x8) x8))) (* (- 3) (* (* (* x8 x8) x8) x0))) (* 3 (* (* (* (* x8 x8) x8) x0) x0))) (* 9 (* (* (* (* (* x8 x8) x8) x0) x0) x0))) (* (- 3) (* (* (* (* (* (* x8 x8) x8) x0) x0) x0) x0))) (* (- 9) (* (* (* (* (* (* (* x8 x8) x8) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* (* x8 x8) x8) x0) x0) x0) x0) x0) x0)) (* 3 (* (* (* (* (* (* (* (* (* x8 x8) x8) x0) x0) x0) x0) x0) x0) x0))) (* 2 (* x4 x0))) (* x1 x0)) (* 2 (* x5 x0))) (* x2 x0)) (* 2 (* x6 x0))) (* x3 x0)) (* (- 3) (* (* x4 x0) x0))) (* (- 3) (* (* x5 x0) x0))) (* (- 3) (* (* x6 x0) x0))) (* (- 6) (* (* (* x4 x0) x0) x0))) (* (- 3) (* (* (* x1 x0) x0) x0))) (* (- 6) (* (* (* x5 x0) x0) x0))) (* (- 3) (* (* (* x2 x0) x0) x0))) (* (- 6) (* (* (* x6 x0) x0) x0))) (* (- 3) (* (* (* x3 x0) x0) x0))) (* 3 (* (* (* (* x4 x0) x0) x0) x0))) (* 3 (* (* (* (* x5 x0) x0) x0) x0))) (* 3 (* (* (* (* x6 x0) x0) x0) x0))) (* 6 (* (* (* (* (* x4 x0) x0) x0) x0) x0))) (* 3 (* (* (* (* (* x1 x0) x0) x0) x0) x0))) (* 6 (* (* (* (* (* x5 x0) x0) x0) x0) x0))) (* 3 (* (* (* (* (* x2 x0) x0) x0) x0) x0))) (* 6 (* (* (* (* (* x6 x0) x0) x0) x0) x0))) (* 3 (* (* (* (* (* x3 x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x4 x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x5 x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x6 x0) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* (* x4 x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* x1 x0) x0) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* (* x5 x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* x2 x0) x0) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* (* x6 x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* x3 x0) x0) x0) x0) x0) x0) x0))) x4) x5) x6) (* (- 2) (* (* x4 x5) x0))) (* (- 2) (* (* x4 x6) x0))) (* (- 1) (* (* x1 x2) x0))) (* (- 1) (* (* x1 x3) x0))) (* (- 2) (* (* x5 x6) x0))) (* (- 1) (* (* x2 x3) x0))) (* 2 (* (* (* x4 x5) x0) x0))) (* (* (* x4 x2) x0) x0)) (* 2 (* (* (* x4 x6) x0) x0))) (* (* (* x4 x3) x0) x0)) (* (* (* x1 x5) x0) x0)) (* (- 1) (* (* (* x1 x2) x0) x0))) (* (* (* x1 x6) x0) x0)) (* (- 1) (* (* (* x1 x3) x0) x0))) (* 2 (* (* (* x5 x6) x0) x0))) (* (* (* x5 x3) x0) x0)) (* (* (* x2 x6) x0) x0)) (* (- 1) (* (* (* x2 x3) x0) x0))) (* 5 (* (* (* (* x4 x5) x0) x0) x0))) (* (* (* (* x4 x2) x0) x0) x0)) (* 5 (* (* (* (* x4 x6) x0) x0) x0))) (* (* (* (* x4 x3) x0) x0) x0)) (* (* (* (* x1 x5) x0) x0) x0)) (* 2 (* (* (* (* x1 x2) x0) x0) x0))) (* (* (* (* x1 x6) x0) x0) x0)) (* 2 (* (* (* (* x1 x3) x0) x0) x0))) (* 5 (* (* (* (* x5 x6) x0) x0) x0))) (* (* (* (* x5 x3) x0) x0) x0)) (* (* (* (* x2 x6) x0) x0) x0)) (* 2 (* (* (* (* x2 x3) x0) x0) x0))) (* (- 1) (* (* (* (* (* x4 x5) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x4 x2) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x4 x6) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x4 x3) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x1 x5) x0) x0) x0) x0))) (* 2 (* (* (* (* (* x1 x2) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x1 x6) x0) x0) x0) x0))) (* 2 (* (* (* (* (* x1 x3) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* x5 x6) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x5 x3) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* x2 x6) x0) x0) x0) x0))) (* 2 (* (* (* (* (* x2 x3) x0) x0) x0) x0))) (* (- 4) (* (* (* (* (* (* x4 x5) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x4 x2) x0) x0) x0) x0) x0))) (* (- 4) (* (* (* (* (* (* x4 x6) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x4 x3) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x1 x5) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x1 x2) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x1 x6) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x1 x3) x0) x0) x0) x0) x0))) (* (- 4) (* (* (* (* (* (* x5 x6) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x5 x3) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x2 x6) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x2 x3) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* x4 x2) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* x4 x3) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* x1 x5) x0) x0) x0) x0) x0) x0)) (* (- 1) (* (* (* (* (* (* (* x1 x2) x0) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* x1 x6) x0) x0) x0) x0) x0) x0)) (* (- 1) (* (* (* (* (* (* (* x1 x3) x0) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* x5 x3) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* x2 x6) x0) x0) x0) x0) x0) x0)) (* (- 1) (* (* (* (* (* (* (* x2 x3) x0) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* (* x4 x5) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x4 x2) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x4 x6) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x4 x3) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x1 x5) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x1 x6) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x5 x6) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x5 x3) x0) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x2 x6) x0) x0) x0) x0) x0) x0) x0)) (* (- 1) (* x4 x5))) (* (- 1) (* x4 x6))) (* (- 1) (* x5 x6))) (* 2 (* (* (* x4 x5) x6) x0))) (* (* (* x1 x2) x3) x0)) (* (- 2) (* (* (* (* x4 x5) x6) x0) x0))) (* (- 1) (* (* (* (* x4 x2) x3) x0) x0))) (* (- 1) (* (* (* (* x1 x5) x3) x0) x0))) (* (- 1) (* (* (* (* x1 x2) x6) x0) x0))) (* 2 (* (* (* (* x1 x2) x3) x0) x0))) (* (- 6) (* (* (* (* (* x4 x5) x6) x0) x0) x0))) (* (* (* (* (* x4 x5) x3) x0) x0) x0)) (* (* (* (* (* x4 x2) x6) x0) x0) x0)) (* (- 2) (* (* (* (* (* x4 x2) x3) x0) x0) x0))) (* (* (* (* (* x1 x5) x6) x0) x0) x0)) (* (- 2) (* (* (* (* (* x1 x5) x3) x0) x0) x0))) (* (- 2) (* (* (* (* (* x1 x2) x6) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* x4 x5) x6) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* x4 x5) x3) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* x4 x2) x6) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* x1 x5) x6) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* x1 x2) x3) x0) x0) x0) x0))) (* 4 (* (* (* (* (* (* (* x4 x5) x6) x0) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* (* x4 x2) x3) x0) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* (* x1 x5) x3) x0) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* (* x1 x2) x6) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* x1 x2) x3) x0) x0) x0) x0) x0))) (* 2 (* (* (* (* (* (* (* (* x4 x5) x6) x0) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* (* (* x4 x5) x3) x0) x0) x0) x0) x0) x0))) (* (- 2) (* (* (* (* (* (* (* (* x4 x2) x6) x0) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* (* x4 x2) x3) x0) x0) x0) x0) x0) x0)) (* (- 2) (* (* (* (* (* (* (* (* x1 x5) x6) x0) x0) x0) x0) x0) x0))) (* (* (* (* (* (* (* (* x1 x5) x3) x0) x0) x0) x0) x0) x0)) (* (* (* (* (* (* (* (* x1 x2) x6) x0) x0) x0) x0) x0) x0)) (* (- 1) (* (* (* (* (* (* (* (* (* x4 x5) x3) x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* (* (* x4 x2) x6) x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* (* (* x1 x5) x6) x0) x0) x0) x0) x0) x0) x0))) (* (* x4 x5) x6)) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x8) (* (- 12) (* x8 x0))) (* (- 9) (* (* x8 x0) x0))) (* 3 (* x8 x8))) (* 12 (* (* x8 x8) x0))) (* 9 (* (* (* x8 x8) x0) x0))) (* (- 1) (* (* x8 x8) x8))) (* (- 4) (* (* (* x8 x8) x8) x0))) (* (- 3) (* (* (* (* x8 x8) x8) x0) x0))) x0) (* 3 (* x0 x9))) (* 3 (* (* x0 x0) x9))) (* (- 1) (* (* x0 x0) x0))) (* (* (* x0 x0) x0) x9)) x9) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) (* x0 x9)) (* 8 (* (* (* x0 x0) x0) x9))) (* 6 (* (* (* (* x0 x0) x0) x0) x9))) (* (- 6) (* (* (* (* (* x0 x0) x0) x0) x0) x9))) (* (- 8) (* (* (* (* (* (* x0 x0) x0) x0) x0) x0) x9))) (* 3 (* (* (* (* (* (* (* (* x0 x0) x0) x0) x0) x0) x0) x0) x9))) (* (* (* (* (* (* (* (* (* x0 x0) x0) x0) x0) x0) x0) x0) x0) x9)) (* (- 1) x9)) (* 3 (* x7 x0))) (* (- 8) (* (* (* x7 x0) x0) x0))) (* (- 6) (* (* (* (* x7 x0) x0) x0) x0))) (* 6 (* (* (* (* (* x7 x0) x0) x0) x0) x0))) (* 8 (* (* (* (* (* (* x7 x0) x0) x0) x0) x0) x0))) (* (- 3) (* (* (* (* (* (* (* (* x7 x0) x0) x0) x0) x0) x0) x0) x0))) (* (- 1) (* (* (* (* (* (* (* (* (* x7 x0) x0) x0) x0) x0) x0) x0) x0) x0))) x7) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, positive, step 16
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ (+ (+ (+ (* 6 x0) 1) (* 15 (* x0 x0))) (* 20 (* (* x0 x0) x0))) (* 15 (* (* (* x0 x0) x0) x0))) (* 6 (* (* (* (* x0 x0) x0) x0) x0))) (* (* (* (* (* x0 x0) x0) x0) x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 0
; x0 is part0[y]
; x1 is P.A2[y']
; x2 is P.A3[y'']
; x3 is P.A1[y]
; x4 is part2[y']
; x5 is part4[y'']
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (* (- 1) x0)) 0))
(assert (>= x4 0))
(assert (>= (+ x1 (* (- 1) x4)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (* (* x3 x1) x5) (* (* x3 x2) x4)) (* (- 1) (* (* x3 x4) x5))) (* (* x1 x2) x0)) (* (- 1) (* (* x1 x0) x5))) (* (- 1) (* (* x2 x0) x4))) (* (* x0 x4) x5)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 1
; x0 is part1[y]
; x1 is Q.A2[y']
; x2 is Q.A3[y'']
; x3 is e^eps
; x4 is Q.A1[y]
; x5 is part3[y']
; x6 is part5[y'']
; x7 is P.A3[y'']
; x8 is part4[y'']
; x9 is P.A2[y']
; x10 is part2[y']
; x11 is P.A1[y]
; x12 is part0[y]
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
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (- 1)) 0))
(assert (>= (+ x4 (* (- 1) x0)) 0))
(assert (>= x5 0))
(assert (>= (+ x1 (* (- 1) x5)) 0))
(assert (>= x6 0))
(assert (>= (+ (+ (+ (* (- 1) x7) (* x2 x3)) (* (- 1) (* x3 x6))) x8) 0))
(assert (>= (+ x7 (* (- 1) x8)) 0))
(assert (>= (+ (+ (+ (* (- 1) x9) (* x1 x3)) (* (- 1) (* x3 x5))) x10) 0))
(assert (>= (+ x9 (* (- 1) x10)) 0))
(assert (>= (+ (+ (+ (* (- 1) x11) (* x4 x3)) (* (- 1) (* x3 x0))) x12) 0))
(assert (= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x11 x9) x7)) (* (* x11 x9) x8)) (* (* x11 x7) x10)) (* (- 1) (* (* x11 x10) x8))) (* (* x9 x7) x12)) (* (- 1) (* (* x9 x12) x8))) (* (- 1) (* (* x7 x12) x10))) (* (* (* x4 x1) x2) x3)) (* (* x12 x10) x8)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 4
; x0 is sum over y0 of P.A1[y0]
; x1 is sum over y0 of P.A2[y0]
; x2 is sum over y0 of part4[y0]
; x3 is sum over y0 of P.A3[y0]
; x4 is sum over y0 of part2[y0]
; x5 is sum over y0 of part0[y0]
; x6 is sum over y0,y1,y2 of part6[y0,y1,y2]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (* x0 x1) x2) (* (* x0 x3) x4)) (* (- 1) (* (* x0 x4) x2))) (* (* x1 x3) x5)) (* (- 1) (* (* x1 x5) x2))) (* (- 1) (* (* x3 x5) x4))) (* (* x5 x4) x2)) (* (- 1) x6)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
(assert (= (+ x3 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ x5 x4) x2) (* (- 1) (* x5 x4))) (* (- 1) (* x5 x2))) (* (- 1) (* x4 x2))) (* (* x5 x4) x2)) (* (- 1) x6)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 5
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 6
; x0 is delta
; x1 is sum over y0 of part0[y0]
; x2 is sum over y0 of part2[y0]
; x3 is sum over y0 of part4[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (* (- 1) x2) 1) 0))
(assert (>= (+ (* (- 1) x3) 1) 0))
(assert (>= (+ (* (- 1) x0) 1) 0))
(assert (>= (+ x0 (* (- 1) x2)) 0))
(assert (>= (+ x0 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 x0) (* (- 3) (* x0 x0))) (* (* x0 x0) x0)) (* (- 1) x1)) (* (- 1) x2)) (* (- 1) x3)) (* x1 x2)) (* x1 x3)) (* x2 x3)) (* (- 1) (* (* x1 x2) x3))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 7
; x0 is e^eps
; x1 is delta
; x2 is sum over y0 of part0[y0]
; x3 is sum over y0 of part2[y0]
; x4 is sum over y0 of part4[y0]
; x5 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 x1) (* (- 3) (* x1 x1))) (* (* x1 x1) x1)) (* (- 1) x2)) (* (- 1) x3)) (* (- 1) x4)) (* x2 x3)) (* x2 x4)) (* x3 x4)) (* (- 1) (* (* x2 x3) x4))) 0))
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x1) (* (- 12) (* x1 x0))) (* (- 9) (* (* x1 x0) x0))) (* 3 (* x1 x1))) (* 12 (* (* x1 x1) x0))) (* 9 (* (* (* x1 x1) x0) x0))) (* (- 1) (* (* x1 x1) x1))) (* (- 4) (* (* (* x1 x1) x1) x0))) (* (- 3) (* (* (* (* x1 x1) x1) x0) x0))) x0) (* 3 (* x0 x5))) (* 3 (* (* x0 x0) x5))) (* (- 1) (* (* x0 x0) x0))) (* (* (* x0 x0) x0) x5)) x5) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 (* x0 x5)) (* 3 (* (* x0 x0) x5))) (* (* (* x0 x0) x0) x5)) x5) (* (- 3) (* x2 x0))) (* (- 3) (* x3 x0))) (* (- 3) (* x4 x0))) (* (- 3) (* (* x2 x0) x0))) (* (- 3) (* (* x3 x0) x0))) (* (- 3) (* (* x4 x0) x0))) (* (- 1) (* (* (* x2 x0) x0) x0))) (* (- 1) (* (* (* x3 x0) x0) x0))) (* (- 1) (* (* (* x4 x0) x0) x0))) (* (- 1) x2)) (* (- 1) x3)) (* (- 1) x4)) (* 3 (* (* x2 x3) x0))) (* 3 (* (* x2 x4) x0))) (* 3 (* (* x3 x4) x0))) (* 3 (* (* (* x2 x3) x0) x0))) (* 3 (* (* (* x2 x4) x0) x0))) (* 3 (* (* (* x3 x4) x0) x0))) (* (* (* (* x2 x3) x0) x0) x0)) (* (* (* (* x2 x4) x0) x0) x0)) (* (* (* (* x3 x4) x0) x0) x0)) (* x2 x3)) (* x2 x4)) (* x3 x4)) (* (- 3) (* (* (* x2 x3) x4) x0))) (* (- 3) (* (* (* (* x2 x3) x4) x0) x0))) (* (- 1) (* (* (* (* (* x2 x3) x4) x0) x0) x0))) (* (- 1) (* (* x2 x3) x4))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 8
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three, step 48, zero, step 10
; x0 is sum over y0 of part0[y0]
; x1 is sum over y0 of part2[y0]
; x2 is sum over y0 of part4[y0]
; x3 is sum over y0,y1,y2 of part6[y0,y1,y2]
; x4 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ x0 x1) x2) (* (- 1) (* x0 x1))) (* (- 1) (* x0 x2))) (* (- 1) (* x1 x2))) (* (* x0 x1) x2)) (* (- 1) x3)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ x4 (* (- 1) x0)) (* (- 1) x1)) (* (- 1) x2)) (* x0 x1)) (* x0 x2)) (* x1 x2)) (* (- 1) (* (* x0 x1) x2))) 0))
; denied
(assert (not (>= (+ x4 (* (- 1) x3)) 0)))
(check-sat)
