; dp.optimal-composition.three.attained, step 0
; x0 is delta
; x1 is part0
; x2 is part1
; x3 is quotient0
; x4 is part2
; x5 is part3
; x6 is part4
; x7 is part5
; x8 is part6
; x9 is part7
; x10 is part8
; x11 is part9
; x12 is part10
; x13 is part11
; x14 is part12
; x15 is e^eps
; x16 is part13
; x17 is part14
; x18 is part15
; x19 is part16
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x13 Real)
(declare-const x14 Real)
(declare-const x15 Real)
(declare-const x16 Real)
(declare-const x17 Real)
(declare-const x18 Real)
(declare-const x19 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (* (- 1) (* (* x0 x0) x0)) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* (- 1) (* (* x0 x0) x3)) (* (* (* x0 x0) x0) x3)) x4) 0))
(assert (>= (+ (+ (+ (+ (* (- 1) (* x0 x0)) (* (* x0 x0) x3)) (* (* x0 x0) x0)) (* (- 1) (* (* (* x0 x0) x0) x3))) x5) 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x0 x3) x3)) (* 2 (* (* (* x0 x0) x3) x3))) (* (- 1) (* (* (* (* x0 x0) x0) x3) x3))) x6) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* (- 1) (* x0 x3)) (* (* x0 x3) x3)) (* 2 (* (* x0 x0) x3))) (* (- 2) (* (* (* x0 x0) x3) x3))) (* (- 1) (* (* (* x0 x0) x0) x3))) (* (* (* (* x0 x0) x0) x3) x3)) x7) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x0) (* 2 (* x0 x3))) (* (- 1) (* (* x0 x3) x3))) (* 2 (* x0 x0))) (* (- 4) (* (* x0 x0) x3))) (* 2 (* (* (* x0 x0) x3) x3))) (* (- 1) (* (* x0 x0) x0))) (* 2 (* (* (* x0 x0) x0) x3))) (* (- 1) (* (* (* (* x0 x0) x0) x3) x3))) x8) 0))
(assert (>= x9 0))
(assert (>= x10 0))
(assert (>= x11 0))
(assert (>= x12 0))
(assert (>= x13 0))
(assert (>= x14 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) (* x0 x15)) (* 9 (* (* x0 x15) x3))) (* (- 9) (* (* (* x0 x15) x3) x3))) (* 3 (* (* (* (* x0 x15) x3) x3) x3))) (* 3 (* (* (* x0 x3) x3) x3))) (* 3 (* (* x0 x0) x15))) (* (- 9) (* (* (* x0 x0) x15) x3))) (* 9 (* (* (* (* x0 x0) x15) x3) x3))) (* (- 3) (* (* (* (* (* x0 x0) x15) x3) x3) x3))) (* (- 3) (* (* (* (* x0 x0) x3) x3) x3))) (* (- 1) (* (* (* x0 x0) x0) x15))) (* 3 (* (* (* (* x0 x0) x0) x15) x3))) (* (- 3) (* (* (* (* (* x0 x0) x0) x15) x3) x3))) (* (* (* (* (* (* x0 x0) x0) x15) x3) x3) x3)) (* (* (* (* (* x0 x0) x0) x3) x3) x3)) x15) (* (- 3) (* x15 x3))) (* 3 (* (* x15 x3) x3))) (* (- 1) (* (* (* x15 x3) x3) x3))) x16) (* (- 1) (* (* x3 x3) x3))) 0))
(assert (>= x17 0))
(assert (>= x18 0))
(assert (>= x19 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 3) (* x0 x15))) (* 9 (* (* x0 x15) x3))) (* (- 9) (* (* (* x0 x15) x3) x3))) (* 3 (* (* (* (* x0 x15) x3) x3) x3))) (* 3 (* (* (* x0 x3) x3) x3))) (* 3 (* x0 x0))) (* 3 (* (* x0 x0) x15))) (* (- 9) (* (* (* x0 x0) x15) x3))) (* 9 (* (* (* (* x0 x0) x15) x3) x3))) (* (- 3) (* (* (* (* (* x0 x0) x15) x3) x3) x3))) (* (- 3) (* (* (* (* x0 x0) x3) x3) x3))) (* (- 1) (* (* x0 x0) x0))) (* (- 1) (* (* (* x0 x0) x0) x15))) (* 3 (* (* (* (* x0 x0) x0) x15) x3))) (* (- 3) (* (* (* (* (* x0 x0) x0) x15) x3) x3))) (* (* (* (* (* (* x0 x0) x0) x15) x3) x3) x3)) (* (* (* (* (* x0 x0) x0) x3) x3) x3)) x15) (* (- 3) (* x15 x3))) (* 3 (* (* x15 x3) x3))) (* (- 1) (* (* (* x15 x3) x3) x3))) x1) (* 18 x2)) (* 3 x12)) (* 6 x13)) (* 3 x14)) x16) (* 3 x17)) (* 3 x18)) x19) (* 3 x4)) (* 3 x5)) (* 3 x6)) (* 6 x7)) (* 3 x8)) x9) (* 3 x10)) (* 3 x11)) (* (- 1) (* (* x3 x3) x3))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 1
; x0 is delta
; x1 is e^eps
; x2 is quotient1
; x3 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 12) (* x0 x1))) (* (- 9) (* (* x0 x1) x1))) (* 3 (* x0 x0))) (* 12 (* (* x0 x0) x1))) (* 9 (* (* (* x0 x0) x1) x1))) (* (- 1) (* (* x0 x0) x0))) (* (- 4) (* (* (* x0 x0) x0) x1))) (* (- 3) (* (* (* (* x0 x0) x0) x1) x1))) x1) (* 3 (* x1 x2))) (* 3 (* (* x1 x1) x2))) (* (- 1) (* (* x1 x1) x1))) (* (* (* x1 x1) x1) x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x3)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 x0) (* 12 (* x0 x1))) (* (- 9) (* (* x0 x1) x3))) (* 9 (* (* (* x0 x1) x3) x3))) (* (- 12) (* (* (* (* x0 x1) x3) x3) x3))) (* 18 (* (* x0 x1) x1))) (* (- 27) (* (* (* x0 x1) x1) x3))) (* 27 (* (* (* (* x0 x1) x1) x3) x3))) (* (- 18) (* (* (* (* (* x0 x1) x1) x3) x3) x3))) (* 12 (* (* (* x0 x1) x1) x1))) (* (- 27) (* (* (* (* x0 x1) x1) x1) x3))) (* 27 (* (* (* (* (* x0 x1) x1) x1) x3) x3))) (* (- 12) (* (* (* (* (* (* x0 x1) x1) x1) x3) x3) x3))) (* 3 (* (* (* (* x0 x1) x1) x1) x1))) (* (- 9) (* (* (* (* (* x0 x1) x1) x1) x1) x3))) (* 9 (* (* (* (* (* (* x0 x1) x1) x1) x1) x3) x3))) (* (- 3) (* (* (* (* (* (* (* x0 x1) x1) x1) x1) x3) x3) x3))) (* (- 3) (* (* (* x0 x3) x3) x3))) (* (- 3) (* x0 x0))) (* (- 12) (* (* x0 x0) x1))) (* 9 (* (* (* x0 x0) x1) x3))) (* (- 9) (* (* (* (* x0 x0) x1) x3) x3))) (* 12 (* (* (* (* (* x0 x0) x1) x3) x3) x3))) (* (- 18) (* (* (* x0 x0) x1) x1))) (* 27 (* (* (* (* x0 x0) x1) x1) x3))) (* (- 27) (* (* (* (* (* x0 x0) x1) x1) x3) x3))) (* 18 (* (* (* (* (* (* x0 x0) x1) x1) x3) x3) x3))) (* (- 12) (* (* (* (* x0 x0) x1) x1) x1))) (* 27 (* (* (* (* (* x0 x0) x1) x1) x1) x3))) (* (- 27) (* (* (* (* (* (* x0 x0) x1) x1) x1) x3) x3))) (* 12 (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x3) x3) x3))) (* (- 3) (* (* (* (* (* x0 x0) x1) x1) x1) x1))) (* 9 (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x3))) (* (- 9) (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x3) x3))) (* 3 (* (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x3) x3) x3))) (* 3 (* (* (* (* x0 x0) x3) x3) x3))) (* (* x0 x0) x0)) (* 4 (* (* (* x0 x0) x0) x1))) (* (- 3) (* (* (* (* x0 x0) x0) x1) x3))) (* 3 (* (* (* (* (* x0 x0) x0) x1) x3) x3))) (* (- 4) (* (* (* (* (* (* x0 x0) x0) x1) x3) x3) x3))) (* 6 (* (* (* (* x0 x0) x0) x1) x1))) (* (- 9) (* (* (* (* (* x0 x0) x0) x1) x1) x3))) (* 9 (* (* (* (* (* (* x0 x0) x0) x1) x1) x3) x3))) (* (- 6) (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x3) x3) x3))) (* 4 (* (* (* (* (* x0 x0) x0) x1) x1) x1))) (* (- 9) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3))) (* 9 (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3) x3))) (* (- 4) (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3) x3) x3))) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1)) (* (- 3) (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x3))) (* 3 (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x3) x3))) (* (- 1) (* (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x3) x3) x3))) (* (- 1) (* (* (* (* (* x0 x0) x0) x3) x3) x3))) (* (- 1) x1)) (* 3 (* x1 x3))) (* (- 3) (* (* x1 x3) x3))) (* 4 (* (* (* x1 x3) x3) x3))) (* (- 3) (* x1 x2))) (* (- 3) (* x1 x1))) (* 9 (* (* x1 x1) x3))) (* (- 9) (* (* (* x1 x1) x3) x3))) (* 6 (* (* (* (* x1 x1) x3) x3) x3))) (* (- 3) (* (* x1 x1) x2))) (* (- 3) (* (* x1 x1) x1))) (* 9 (* (* (* x1 x1) x1) x3))) (* (- 9) (* (* (* (* x1 x1) x1) x3) x3))) (* 4 (* (* (* (* (* x1 x1) x1) x3) x3) x3))) (* (- 1) (* (* (* x1 x1) x1) x2))) (* (- 1) (* (* (* x1 x1) x1) x1))) (* 3 (* (* (* (* x1 x1) x1) x1) x3))) (* (- 3) (* (* (* (* (* x1 x1) x1) x1) x3) x3))) (* (* (* (* (* (* x1 x1) x1) x1) x3) x3) x3)) (* (* x3 x3) x3)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 2
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 4
; x0 is delta
; x1 is e^eps
; x2 is quotient0
; x3 is part0
; x4 is part1
; x5 is part10
; x6 is part11
; x7 is part12
; x8 is part13
; x9 is part14
; x10 is part15
; x11 is part16
; x12 is part2
; x13 is part3
; x14 is part4
; x15 is part5
; x16 is part6
; x17 is part7
; x18 is part8
; x19 is part9
; x20 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x13 Real)
(declare-const x14 Real)
(declare-const x15 Real)
(declare-const x16 Real)
(declare-const x17 Real)
(declare-const x18 Real)
(declare-const x19 Real)
(declare-const x2 Real)
(declare-const x20 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 3) (* x0 x1))) (* 9 (* (* x0 x1) x2))) (* (- 9) (* (* (* x0 x1) x2) x2))) (* 3 (* (* (* (* x0 x1) x2) x2) x2))) (* 3 (* (* (* x0 x2) x2) x2))) (* 3 (* x0 x0))) (* 3 (* (* x0 x0) x1))) (* (- 9) (* (* (* x0 x0) x1) x2))) (* 9 (* (* (* (* x0 x0) x1) x2) x2))) (* (- 3) (* (* (* (* (* x0 x0) x1) x2) x2) x2))) (* (- 3) (* (* (* (* x0 x0) x2) x2) x2))) (* (- 1) (* (* x0 x0) x0))) (* (- 1) (* (* (* x0 x0) x0) x1))) (* 3 (* (* (* (* x0 x0) x0) x1) x2))) (* (- 3) (* (* (* (* (* x0 x0) x0) x1) x2) x2))) (* (* (* (* (* (* x0 x0) x0) x1) x2) x2) x2)) (* (* (* (* (* x0 x0) x0) x2) x2) x2)) x1) (* (- 3) (* x1 x2))) (* 3 (* (* x1 x2) x2))) (* (- 1) (* (* (* x1 x2) x2) x2))) x3) (* 18 x4)) (* 3 x5)) (* 6 x6)) (* 3 x7)) x8) (* 3 x9)) (* 3 x10)) x11) (* 3 x12)) (* 3 x13)) (* 3 x14)) (* 6 x15)) (* 3 x16)) x17) (* 3 x18)) (* 3 x19)) (* (- 1) (* (* x2 x2) x2))) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 x0) (* 3 (* x0 x1))) (* (- 9) (* (* x0 x1) x2))) (* 9 (* (* (* x0 x1) x2) x2))) (* (- 3) (* (* (* (* x0 x1) x2) x2) x2))) (* (- 3) (* (* (* x0 x2) x2) x2))) (* (- 3) (* x0 x0))) (* (- 3) (* (* x0 x0) x1))) (* 9 (* (* (* x0 x0) x1) x2))) (* (- 9) (* (* (* (* x0 x0) x1) x2) x2))) (* 3 (* (* (* (* (* x0 x0) x1) x2) x2) x2))) (* 3 (* (* (* (* x0 x0) x2) x2) x2))) (* (* x0 x0) x0)) (* (* (* x0 x0) x0) x1)) (* (- 3) (* (* (* (* x0 x0) x0) x1) x2))) (* 3 (* (* (* (* (* x0 x0) x0) x1) x2) x2))) (* (- 1) (* (* (* (* (* (* x0 x0) x0) x1) x2) x2) x2))) (* (- 1) (* (* (* (* (* x0 x0) x0) x2) x2) x2))) (* (- 1) x1)) (* 3 (* x1 x2))) (* (- 3) (* (* x1 x2) x2))) (* (* (* x1 x2) x2) x2)) (* (* x2 x2) x2)) (* (- 1) x20)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ x3 (* 18 x4)) (* 3 x5)) (* 6 x6)) (* 3 x7)) x8) (* 3 x9)) (* 3 x10)) x11) (* 3 x12)) (* 3 x13)) (* 3 x14)) (* 6 x15)) (* 3 x16)) x17) (* 3 x18)) (* 3 x19)) (* (- 1) x20)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 5
; x0 is delta
; x1 is part0
; x2 is part1
; x3 is quotient0
; x4 is part2
; x5 is part3
; x6 is part4
; x7 is part5
; x8 is part6
; x9 is part7
; x10 is part8
; x11 is part9
; x12 is part10
; x13 is part11
; x14 is part12
; x15 is e^eps
; x16 is part13
; x17 is part14
; x18 is part15
; x19 is part16
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x13 Real)
(declare-const x14 Real)
(declare-const x15 Real)
(declare-const x16 Real)
(declare-const x17 Real)
(declare-const x18 Real)
(declare-const x19 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (* (- 1) (* (* x0 x0) x0)) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* (- 1) (* (* x0 x0) x3)) (* (* (* x0 x0) x0) x3)) x4) 0))
(assert (>= (+ (+ (+ (+ (* (- 1) (* x0 x0)) (* (* x0 x0) x3)) (* (* x0 x0) x0)) (* (- 1) (* (* (* x0 x0) x0) x3))) x5) 0))
(assert (>= (+ (+ (+ (* (- 1) (* (* x0 x3) x3)) (* 2 (* (* (* x0 x0) x3) x3))) (* (- 1) (* (* (* (* x0 x0) x0) x3) x3))) x6) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* (- 1) (* x0 x3)) (* (* x0 x3) x3)) (* 2 (* (* x0 x0) x3))) (* (- 2) (* (* (* x0 x0) x3) x3))) (* (- 1) (* (* (* x0 x0) x0) x3))) (* (* (* (* x0 x0) x0) x3) x3)) x7) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) x0) (* 2 (* x0 x3))) (* (- 1) (* (* x0 x3) x3))) (* 2 (* x0 x0))) (* (- 4) (* (* x0 x0) x3))) (* 2 (* (* (* x0 x0) x3) x3))) (* (- 1) (* (* x0 x0) x0))) (* 2 (* (* (* x0 x0) x0) x3))) (* (- 1) (* (* (* (* x0 x0) x0) x3) x3))) x8) 0))
(assert (>= x9 0))
(assert (>= x10 0))
(assert (>= x11 0))
(assert (>= x12 0))
(assert (>= x13 0))
(assert (>= x14 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) (* x0 x15)) (* 9 (* (* x0 x15) x3))) (* (- 9) (* (* (* x0 x15) x3) x3))) (* 3 (* (* (* (* x0 x15) x3) x3) x3))) (* 3 (* (* (* x0 x3) x3) x3))) (* 3 (* (* x0 x0) x15))) (* (- 9) (* (* (* x0 x0) x15) x3))) (* 9 (* (* (* (* x0 x0) x15) x3) x3))) (* (- 3) (* (* (* (* (* x0 x0) x15) x3) x3) x3))) (* (- 3) (* (* (* (* x0 x0) x3) x3) x3))) (* (- 1) (* (* (* x0 x0) x0) x15))) (* 3 (* (* (* (* x0 x0) x0) x15) x3))) (* (- 3) (* (* (* (* (* x0 x0) x0) x15) x3) x3))) (* (* (* (* (* (* x0 x0) x0) x15) x3) x3) x3)) (* (* (* (* (* x0 x0) x0) x3) x3) x3)) x15) (* (- 3) (* x15 x3))) (* 3 (* (* x15 x3) x3))) (* (- 1) (* (* (* x15 x3) x3) x3))) x16) (* (- 1) (* (* x3 x3) x3))) 0))
(assert (>= x17 0))
(assert (>= x18 0))
(assert (>= x19 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 3) (* x0 x15))) (* 9 (* (* x0 x15) x3))) (* (- 9) (* (* (* x0 x15) x3) x3))) (* 3 (* (* (* (* x0 x15) x3) x3) x3))) (* 3 (* (* (* x0 x3) x3) x3))) (* 3 (* x0 x0))) (* 3 (* (* x0 x0) x15))) (* (- 9) (* (* (* x0 x0) x15) x3))) (* 9 (* (* (* (* x0 x0) x15) x3) x3))) (* (- 3) (* (* (* (* (* x0 x0) x15) x3) x3) x3))) (* (- 3) (* (* (* (* x0 x0) x3) x3) x3))) (* (- 1) (* (* x0 x0) x0))) (* (- 1) (* (* (* x0 x0) x0) x15))) (* 3 (* (* (* (* x0 x0) x0) x15) x3))) (* (- 3) (* (* (* (* (* x0 x0) x0) x15) x3) x3))) (* (* (* (* (* (* x0 x0) x0) x15) x3) x3) x3)) (* (* (* (* (* x0 x0) x0) x3) x3) x3)) x15) (* (- 3) (* x15 x3))) (* 3 (* (* x15 x3) x3))) (* (- 1) (* (* (* x15 x3) x3) x3))) x1) (* 18 x2)) (* 3 x12)) (* 6 x13)) (* 3 x14)) x16) (* 3 x17)) (* 3 x18)) x19) (* 3 x4)) (* 3 x5)) (* 3 x6)) (* 6 x7)) (* 3 x8)) x9) (* 3 x10)) (* 3 x11)) (* (- 1) (* (* x3 x3) x3))) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 6
; x0 is delta
; x1 is e^eps
; x2 is quotient1
; x3 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 12) (* x0 x1))) (* (- 9) (* (* x0 x1) x1))) (* 3 (* x0 x0))) (* 12 (* (* x0 x0) x1))) (* 9 (* (* (* x0 x0) x1) x1))) (* (- 1) (* (* x0 x0) x0))) (* (- 4) (* (* (* x0 x0) x0) x1))) (* (- 3) (* (* (* (* x0 x0) x0) x1) x1))) x1) (* 3 (* x1 x2))) (* 3 (* (* x1 x1) x2))) (* (- 1) (* (* x1 x1) x1))) (* (* (* x1 x1) x1) x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x3)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 x0) (* 12 (* x0 x1))) (* (- 9) (* (* x0 x1) x3))) (* 9 (* (* (* x0 x1) x3) x3))) (* (- 12) (* (* (* (* x0 x1) x3) x3) x3))) (* 18 (* (* x0 x1) x1))) (* (- 27) (* (* (* x0 x1) x1) x3))) (* 27 (* (* (* (* x0 x1) x1) x3) x3))) (* (- 18) (* (* (* (* (* x0 x1) x1) x3) x3) x3))) (* 12 (* (* (* x0 x1) x1) x1))) (* (- 27) (* (* (* (* x0 x1) x1) x1) x3))) (* 27 (* (* (* (* (* x0 x1) x1) x1) x3) x3))) (* (- 12) (* (* (* (* (* (* x0 x1) x1) x1) x3) x3) x3))) (* 3 (* (* (* (* x0 x1) x1) x1) x1))) (* (- 9) (* (* (* (* (* x0 x1) x1) x1) x1) x3))) (* 9 (* (* (* (* (* (* x0 x1) x1) x1) x1) x3) x3))) (* (- 3) (* (* (* (* (* (* (* x0 x1) x1) x1) x1) x3) x3) x3))) (* (- 3) (* (* (* x0 x3) x3) x3))) (* (- 3) (* x0 x0))) (* (- 12) (* (* x0 x0) x1))) (* 9 (* (* (* x0 x0) x1) x3))) (* (- 9) (* (* (* (* x0 x0) x1) x3) x3))) (* 12 (* (* (* (* (* x0 x0) x1) x3) x3) x3))) (* (- 18) (* (* (* x0 x0) x1) x1))) (* 27 (* (* (* (* x0 x0) x1) x1) x3))) (* (- 27) (* (* (* (* (* x0 x0) x1) x1) x3) x3))) (* 18 (* (* (* (* (* (* x0 x0) x1) x1) x3) x3) x3))) (* (- 12) (* (* (* (* x0 x0) x1) x1) x1))) (* 27 (* (* (* (* (* x0 x0) x1) x1) x1) x3))) (* (- 27) (* (* (* (* (* (* x0 x0) x1) x1) x1) x3) x3))) (* 12 (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x3) x3) x3))) (* (- 3) (* (* (* (* (* x0 x0) x1) x1) x1) x1))) (* 9 (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x3))) (* (- 9) (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x3) x3))) (* 3 (* (* (* (* (* (* (* (* x0 x0) x1) x1) x1) x1) x3) x3) x3))) (* 3 (* (* (* (* x0 x0) x3) x3) x3))) (* (* x0 x0) x0)) (* 4 (* (* (* x0 x0) x0) x1))) (* (- 3) (* (* (* (* x0 x0) x0) x1) x3))) (* 3 (* (* (* (* (* x0 x0) x0) x1) x3) x3))) (* (- 4) (* (* (* (* (* (* x0 x0) x0) x1) x3) x3) x3))) (* 6 (* (* (* (* x0 x0) x0) x1) x1))) (* (- 9) (* (* (* (* (* x0 x0) x0) x1) x1) x3))) (* 9 (* (* (* (* (* (* x0 x0) x0) x1) x1) x3) x3))) (* (- 6) (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x3) x3) x3))) (* 4 (* (* (* (* (* x0 x0) x0) x1) x1) x1))) (* (- 9) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3))) (* 9 (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3) x3))) (* (- 4) (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x3) x3) x3))) (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1)) (* (- 3) (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x3))) (* 3 (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x3) x3))) (* (- 1) (* (* (* (* (* (* (* (* (* x0 x0) x0) x1) x1) x1) x1) x3) x3) x3))) (* (- 1) (* (* (* (* (* x0 x0) x0) x3) x3) x3))) (* (- 1) x1)) (* 3 (* x1 x3))) (* (- 3) (* (* x1 x3) x3))) (* 4 (* (* (* x1 x3) x3) x3))) (* (- 3) (* x1 x2))) (* (- 3) (* x1 x1))) (* 9 (* (* x1 x1) x3))) (* (- 9) (* (* (* x1 x1) x3) x3))) (* 6 (* (* (* (* x1 x1) x3) x3) x3))) (* (- 3) (* (* x1 x1) x2))) (* (- 3) (* (* x1 x1) x1))) (* 9 (* (* (* x1 x1) x1) x3))) (* (- 9) (* (* (* (* x1 x1) x1) x3) x3))) (* 4 (* (* (* (* (* x1 x1) x1) x3) x3) x3))) (* (- 1) (* (* (* x1 x1) x1) x2))) (* (- 1) (* (* (* x1 x1) x1) x1))) (* 3 (* (* (* (* x1 x1) x1) x1) x3))) (* (- 3) (* (* (* (* (* x1 x1) x1) x1) x3) x3))) (* (* (* (* (* (* x1 x1) x1) x1) x3) x3) x3)) (* (* x3 x3) x3)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ (* 3 x0) 1) (* 3 (* x0 x0))) (* (* x0 x0) x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.three.attained, step 9
; x0 is delta
; x1 is e^eps
; x2 is quotient0
; x3 is part0
; x4 is part1
; x5 is part10
; x6 is part11
; x7 is part12
; x8 is part13
; x9 is part14
; x10 is part15
; x11 is part16
; x12 is part2
; x13 is part3
; x14 is part4
; x15 is part5
; x16 is part6
; x17 is part7
; x18 is part8
; x19 is part9
; x20 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x12 Real)
(declare-const x13 Real)
(declare-const x14 Real)
(declare-const x15 Real)
(declare-const x16 Real)
(declare-const x17 Real)
(declare-const x18 Real)
(declare-const x19 Real)
(declare-const x2 Real)
(declare-const x20 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 3) x0) (* (- 3) (* x0 x1))) (* 9 (* (* x0 x1) x2))) (* (- 9) (* (* (* x0 x1) x2) x2))) (* 3 (* (* (* (* x0 x1) x2) x2) x2))) (* 3 (* (* (* x0 x2) x2) x2))) (* 3 (* x0 x0))) (* 3 (* (* x0 x0) x1))) (* (- 9) (* (* (* x0 x0) x1) x2))) (* 9 (* (* (* (* x0 x0) x1) x2) x2))) (* (- 3) (* (* (* (* (* x0 x0) x1) x2) x2) x2))) (* (- 3) (* (* (* (* x0 x0) x2) x2) x2))) (* (- 1) (* (* x0 x0) x0))) (* (- 1) (* (* (* x0 x0) x0) x1))) (* 3 (* (* (* (* x0 x0) x0) x1) x2))) (* (- 3) (* (* (* (* (* x0 x0) x0) x1) x2) x2))) (* (* (* (* (* (* x0 x0) x0) x1) x2) x2) x2)) (* (* (* (* (* x0 x0) x0) x2) x2) x2)) x1) (* (- 3) (* x1 x2))) (* 3 (* (* x1 x2) x2))) (* (- 1) (* (* (* x1 x2) x2) x2))) x3) (* 18 x4)) (* 3 x5)) (* 6 x6)) (* 3 x7)) x8) (* 3 x9)) (* 3 x10)) x11) (* 3 x12)) (* 3 x13)) (* 3 x14)) (* 6 x15)) (* 3 x16)) x17) (* 3 x18)) (* 3 x19)) (* (- 1) (* (* x2 x2) x2))) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 3 x0) (* 3 (* x0 x1))) (* (- 9) (* (* x0 x1) x2))) (* 9 (* (* (* x0 x1) x2) x2))) (* (- 3) (* (* (* (* x0 x1) x2) x2) x2))) (* (- 3) (* (* (* x0 x2) x2) x2))) (* (- 3) (* x0 x0))) (* (- 3) (* (* x0 x0) x1))) (* 9 (* (* (* x0 x0) x1) x2))) (* (- 9) (* (* (* (* x0 x0) x1) x2) x2))) (* 3 (* (* (* (* (* x0 x0) x1) x2) x2) x2))) (* 3 (* (* (* (* x0 x0) x2) x2) x2))) (* (* x0 x0) x0)) (* (* (* x0 x0) x0) x1)) (* (- 3) (* (* (* (* x0 x0) x0) x1) x2))) (* 3 (* (* (* (* (* x0 x0) x0) x1) x2) x2))) (* (- 1) (* (* (* (* (* (* x0 x0) x0) x1) x2) x2) x2))) (* (- 1) (* (* (* (* (* x0 x0) x0) x2) x2) x2))) (* (- 1) x1)) (* 3 (* x1 x2))) (* (- 3) (* (* x1 x2) x2))) (* (* (* x1 x2) x2) x2)) (* (* x2 x2) x2)) (* (- 1) x20)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ x3 (* 18 x4)) (* 3 x5)) (* 6 x6)) (* 3 x7)) x8) (* 3 x9)) (* 3 x10)) x11) (* 3 x12)) (* 3 x13)) (* 3 x14)) (* 6 x15)) (* 3 x16)) x17) (* 3 x18)) (* 3 x19)) (* (- 1) x20)) 0)))
(check-sat)
