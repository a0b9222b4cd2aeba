; dp.total-variation.attained, step 0
; x0 is delta
; x1 is part0
; x2 is part1
; x3 is quotient0
; x4 is part2
; x5 is part3
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x0) 1) (* 2 (* x0 x3))) x4) (* (- 2) x3)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* 2 (* x0 x3))) x1) x2) x4) x5) (* (- 2) x3)) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 1
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
(assert (= (+ (+ (+ (+ (* (- 2) x0) 1) (* (- 1) x1)) (* x1 x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x3)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 2 x0) (- 1)) (* 2 (* x0 x1))) (* (- 2) (* (* x0 x1) x3))) (* (- 2) (* x0 x3))) (* (- 1) x1)) (* 2 (* x1 x3))) (* (- 1) (* x1 x2))) (* 2 x3)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 2
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 4
; x0 is delta
; x1 is quotient0
; x2 is part0
; x3 is part1
; x4 is part2
; x5 is part3
; x6 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* 2 (* x0 x1))) x2) x3) x4) x5) (* (- 2) x1)) 0))
(assert (>= (+ (+ (+ (+ (* 2 x0) (- 1)) (* (- 2) (* x0 x1))) (* 2 x1)) (* (- 1) x6)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x2 x3) x4) x5) (* (- 1) x6)) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 5
; x0 is delta
; x1 is part0
; x2 is part1
; x3 is quotient0
; x4 is part2
; x5 is part3
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= x2 0))
(assert (>= (+ (+ (+ (+ (* (- 1) x0) 1) (* 2 (* x0 x3))) x4) (* (- 2) x3)) 0))
(assert (>= x5 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* 2 (* x0 x3))) x1) x2) x4) x5) (* (- 2) x3)) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 6
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
(assert (= (+ (+ (+ (+ (* (- 2) x0) 1) (* (- 1) x1)) (* x1 x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x3)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* 2 x0) (- 1)) (* 2 (* x0 x1))) (* (- 2) (* (* x0 x1) x3))) (* (- 2) (* x0 x3))) (* (- 1) x1)) (* 2 (* x1 x3))) (* (- 1) (* x1 x2))) (* 2 x3)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.total-variation.attained, step 9
; x0 is delta
; x1 is quotient0
; x2 is part0
; x3 is part1
; x4 is part2
; x5 is part3
; x6 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (- 2) x0) 1) (* 2 (* x0 x1))) x2) x3) x4) x5) (* (- 2) x1)) 0))
(assert (>= (+ (+ (+ (+ (* 2 x0) (- 1)) (* (- 2) (* x0 x1))) (* 2 x1)) (* (- 1) x6)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x2 x3) x4) x5) (* (- 1) x6)) 0)))
(check-sat)
