; dp.optimal-composition.two.attained, step 0
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
(assert (>= (+ (* (- 1) (* x0 x0)) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* (- 1) (* x0 x3)) (* (* x0 x0) x3)) x4) 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x3)) (* x0 x0)) (* (- 1) (* (* x0 x0) x3))) x5) 0))
(assert (>= x6 0))
(assert (>= x7 0))
(assert (>= x8 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* 4 (* x0 x3))) (* x0 x0)) (* (- 2) (* (* x0 x0) x3))) x9) (* (- 2) x3)) 0))
(assert (>= x10 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) 1) (* 4 (* x0 x3))) (* 2 (* x0 x0))) (* (- 2) (* (* x0 x0) x3))) x1) (* 4 x2)) (* 2 x4)) (* 2 x5)) x6) (* 2 x7)) (* 2 x8)) x9) x10) (* (- 2) x3)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 1
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
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) 1) (* (- 4) (* x0 x1))) (* 2 (* x0 x0))) (* 2 (* (* x0 x0) x1))) (* 2 (* x1 x2))) (* (- 1) (* x1 x1))) (* (* x1 x1) x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x3)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 4 x0) (- 1)) (* 8 (* x0 x1))) (* (- 8) (* (* x0 x1) x3))) (* 4 (* (* x0 x1) x1))) (* (- 4) (* (* (* x0 x1) x1) x3))) (* (- 4) (* x0 x3))) (* (- 2) (* x0 x0))) (* (- 4) (* (* x0 x0) x1))) (* 4 (* (* (* x0 x0) x1) x3))) (* (- 2) (* (* (* x0 x0) x1) x1))) (* 2 (* (* (* (* x0 x0) x1) x1) x3))) (* 2 (* (* x0 x0) x3))) (* (- 2) x1)) (* 4 (* x1 x3))) (* (- 2) (* x1 x2))) (* (- 1) (* x1 x1))) (* 2 (* (* x1 x1) x3))) (* (- 1) (* (* x1 x1) x2))) (* 2 x3)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 2
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (* 2 x0) 1) (* x0 x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 4
; x0 is delta
; x1 is quotient0
; x2 is part0
; x3 is part1
; x4 is part2
; x5 is part3
; x6 is part4
; x7 is part5
; x8 is part6
; x9 is part7
; x10 is part8
; x11 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) 1) (* 4 (* x0 x1))) (* 2 (* x0 x0))) (* (- 2) (* (* x0 x0) x1))) x2) (* 4 x3)) (* 2 x4)) (* 2 x5)) x6) (* 2 x7)) (* 2 x8)) x9) x10) (* (- 2) x1)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* 4 x0) (- 1)) (* (- 4) (* x0 x1))) (* (- 2) (* x0 x0))) (* 2 (* (* x0 x0) x1))) (* 2 x1)) (* (- 1) x11)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ x2 (* 4 x3)) (* 2 x4)) (* 2 x5)) x6) (* 2 x7)) (* 2 x8)) x9) x10) (* (- 1) x11)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 5
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
(assert (>= (+ (* (- 1) (* x0 x0)) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (* (- 1) (* x0 x3)) (* (* x0 x0) x3)) x4) 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x0) (* x0 x3)) (* x0 x0)) (* (- 1) (* (* x0 x0) x3))) x5) 0))
(assert (>= x6 0))
(assert (>= x7 0))
(assert (>= x8 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* 4 (* x0 x3))) (* x0 x0)) (* (- 2) (* (* x0 x0) x3))) x9) (* (- 2) x3)) 0))
(assert (>= x10 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) 1) (* 4 (* x0 x3))) (* 2 (* x0 x0))) (* (- 2) (* (* x0 x0) x3))) x1) (* 4 x2)) (* 2 x4)) (* 2 x5)) x6) (* 2 x7)) (* 2 x8)) x9) x10) (* (- 2) x3)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 6
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
(assert (= (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) 1) (* (- 4) (* x0 x1))) (* 2 (* x0 x0))) (* 2 (* (* x0 x0) x1))) (* 2 (* x1 x2))) (* (- 1) (* x1 x1))) (* (* x1 x1) x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x3)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 4 x0) (- 1)) (* 8 (* x0 x1))) (* (- 8) (* (* x0 x1) x3))) (* 4 (* (* x0 x1) x1))) (* (- 4) (* (* (* x0 x1) x1) x3))) (* (- 4) (* x0 x3))) (* (- 2) (* x0 x0))) (* (- 4) (* (* x0 x0) x1))) (* 4 (* (* (* x0 x0) x1) x3))) (* (- 2) (* (* (* x0 x0) x1) x1))) (* 2 (* (* (* (* x0 x0) x1) x1) x3))) (* 2 (* (* x0 x0) x3))) (* (- 2) x1)) (* 4 (* x1 x3))) (* (- 2) (* x1 x2))) (* (- 1) (* x1 x1))) (* 2 (* (* x1 x1) x3))) (* (- 1) (* (* x1 x1) x2))) (* 2 x3)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ (+ (* 2 x0) 1) (* x0 x0)) 0)))
(check-sat)
(reset)
; dp.optimal-composition.two.attained, step 9
; x0 is delta
; x1 is quotient0
; x2 is part0
; x3 is part1
; x4 is part2
; x5 is part3
; x6 is part4
; x7 is part5
; x8 is part6
; x9 is part7
; x10 is part8
; x11 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x10 Real)
(declare-const x11 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
(declare-const x7 Real)
(declare-const x8 Real)
(declare-const x9 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 4) x0) 1) (* 4 (* x0 x1))) (* 2 (* x0 x0))) (* (- 2) (* (* x0 x0) x1))) x2) (* 4 x3)) (* 2 x4)) (* 2 x5)) x6) (* 2 x7)) (* 2 x8)) x9) x10) (* (- 2) x1)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (* 4 x0) (- 1)) (* (- 4) (* x0 x1))) (* (- 2) (* x0 x0))) (* 2 (* (* x0 x0) x1))) (* 2 x1)) (* (- 1) x11)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ x2 (* 4 x3)) (* 2 x4)) (* 2 x5)) x6) (* 2 x7)) (* 2 x8)) x9) x10) (* (- 1) x11)) 0)))
(check-sat)
