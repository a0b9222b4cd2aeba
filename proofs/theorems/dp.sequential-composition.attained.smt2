; dp.sequential-composition.attained, step 0
; x0 is e^eps1
; x1 is e^eps2
; x2 is quotient0
; x3 is quotient1
; x4 is t
; x5 is part0
; x6 is part1
; x7 is part2
; x8 is part3
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
(assert (>= (+ (+ (+ (+ (+ (* (* (* (* x0 x1) x2) x3) x4) (* (- 1) (* (* (* x0 x1) x2) x4))) (* (- 1) (* (* (* x0 x1) x3) x4))) (* (* x0 x1) x4)) x5) (* (- 1) (* x2 x3))) 0))
(assert (>= x6 0))
(assert (>= x7 0))
(assert (>= x8 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* x0 x1) x2) x3) x4) (* (- 1) (* (* (* x0 x1) x2) x4))) (* (- 1) (* (* (* x0 x1) x3) x4))) (* (* x0 x1) x4)) x5) x6) x7) x8) (* (- 1) (* x2 x3))) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 1
; x0 is e^eps1
; x1 is e^eps2
; x2 is quotient2
; x3 is t
; x4 is quotient0
; x5 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (= (+ (+ (+ (+ (+ (* (- 1) (* x0 x1)) (* (* x0 x1) x2)) (* (* x0 x1) x3)) (* x0 x2)) (* x1 x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x0) (* x0 x4)) x4) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x5)) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x0 x1) x4) x5) (* (- 1) (* (* (* (* x0 x1) x4) x5) x3))) (* (* (* x0 x1) x4) x3)) (* (* (* x0 x1) x5) x3)) (* (- 1) (* (* x0 x1) x2))) (* (- 1) (* (* x0 x1) x3))) (* (- 1) (* (* (* (* (* x0 x1) x1) x4) x5) x3))) (* (* (* (* x0 x1) x1) x4) x3)) (* (* (* (* x0 x1) x1) x5) x3)) (* (- 1) (* (* (* x0 x1) x1) x3))) (* (* x0 x4) x5)) (* (- 1) (* x0 x2))) (* (- 1) (* (* (* (* (* x0 x0) x1) x4) x5) x3))) (* (* (* (* x0 x0) x1) x4) x3)) (* (* (* (* x0 x0) x1) x5) x3)) (* (- 1) (* (* (* x0 x0) x1) x3))) (* (- 1) (* (* (* (* (* (* x0 x0) x1) x1) x4) x5) x3))) (* (* (* (* (* x0 x0) x1) x1) x4) x3)) (* (* (* (* (* x0 x0) x1) x1) x5) x3)) (* (- 1) (* (* (* (* x0 x0) x1) x1) x3))) (* (* x1 x4) x5)) (* (- 1) (* x1 x2))) (* x4 x5)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 2
; x0 is e^eps1
; x1 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ x0 1) (* x0 x1)) x1) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 4
; x0 is e^eps1
; x1 is e^eps2
; x2 is quotient0
; x3 is quotient1
; x4 is t
; x5 is part0
; x6 is part1
; x7 is part2
; x8 is part3
; x9 is quotient2
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* x0 x1) x2) x3) x4) (* (- 1) (* (* (* x0 x1) x2) x4))) (* (- 1) (* (* (* x0 x1) x3) x4))) (* (* x0 x1) x4)) x5) x6) x7) x8) (* (- 1) (* x2 x3))) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* (* (* x0 x1) x2) x3) x4)) (* (* (* x0 x1) x2) x4)) (* (* (* x0 x1) x3) x4)) (* (- 1) (* (* x0 x1) x4))) (* x2 x3)) (* (- 1) x9)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x5 x6) x7) x8) (* (- 1) x9)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 5
; x0 is e^eps1
; x1 is e^eps2
; x2 is quotient0
; x3 is quotient1
; x4 is t
; x5 is part0
; x6 is part1
; x7 is part2
; x8 is part3
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
(assert (>= (+ (+ (+ (+ (+ (* (* (* (* x0 x1) x2) x3) x4) (* (- 1) (* (* (* x0 x1) x2) x4))) (* (- 1) (* (* (* x0 x1) x3) x4))) (* (* x0 x1) x4)) x5) (* (- 1) (* x2 x3))) 0))
(assert (>= x6 0))
(assert (>= x7 0))
(assert (>= x8 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* x0 x1) x2) x3) x4) (* (- 1) (* (* (* x0 x1) x2) x4))) (* (- 1) (* (* (* x0 x1) x3) x4))) (* (* x0 x1) x4)) x5) x6) x7) x8) (* (- 1) (* x2 x3))) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 6
; x0 is e^eps1
; x1 is e^eps2
; x2 is quotient2
; x3 is t
; x4 is quotient0
; x5 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (= (+ (+ (+ (+ (+ (* (- 1) (* x0 x1)) (* (* x0 x1) x2)) (* (* x0 x1) x3)) (* x0 x2)) (* x1 x2)) x2) 0))
(assert (= (+ (+ (* (- 1) x0) (* x0 x4)) x4) 0))
(assert (= (+ (+ (* (- 1) x1) (* x1 x5)) x5) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* x0 x1) x4) x5) (* (- 1) (* (* (* (* x0 x1) x4) x5) x3))) (* (* (* x0 x1) x4) x3)) (* (* (* x0 x1) x5) x3)) (* (- 1) (* (* x0 x1) x2))) (* (- 1) (* (* x0 x1) x3))) (* (- 1) (* (* (* (* (* x0 x1) x1) x4) x5) x3))) (* (* (* (* x0 x1) x1) x4) x3)) (* (* (* (* x0 x1) x1) x5) x3)) (* (- 1) (* (* (* x0 x1) x1) x3))) (* (* x0 x4) x5)) (* (- 1) (* x0 x2))) (* (- 1) (* (* (* (* (* x0 x0) x1) x4) x5) x3))) (* (* (* (* x0 x0) x1) x4) x3)) (* (* (* (* x0 x0) x1) x5) x3)) (* (- 1) (* (* (* x0 x0) x1) x3))) (* (- 1) (* (* (* (* (* (* x0 x0) x1) x1) x4) x5) x3))) (* (* (* (* (* x0 x0) x1) x1) x4) x3)) (* (* (* (* (* x0 x0) x1) x1) x5) x3)) (* (- 1) (* (* (* (* x0 x0) x1) x1) x3))) (* (* x1 x4) x5)) (* (- 1) (* x1 x2))) (* x4 x5)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 7
; x0 is e^eps1
; x1 is e^eps2
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (>= (+ x1 (- 1)) 0))
; denied
(assert (not (> (+ (+ (+ x0 1) (* x0 x1)) x1) 0)))
(check-sat)
(reset)
; dp.sequential-composition.attained, step 9
; x0 is e^eps1
; x1 is e^eps2
; x2 is quotient0
; x3 is quotient1
; x4 is t
; x5 is part0
; x6 is part1
; x7 is part2
; x8 is part3
; x9 is quotient2
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (* (* (* (* x0 x1) x2) x3) x4) (* (- 1) (* (* (* x0 x1) x2) x4))) (* (- 1) (* (* (* x0 x1) x3) x4))) (* (* x0 x1) x4)) x5) x6) x7) x8) (* (- 1) (* x2 x3))) 0))
(assert (>= (+ (+ (+ (+ (+ (* (- 1) (* (* (* (* x0 x1) x2) x3) x4)) (* (* (* x0 x1) x2) x4)) (* (* (* x0 x1) x3) x4)) (* (- 1) (* (* x0 x1) x4))) (* x2 x3)) (* (- 1) x9)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ x5 x6) x7) x8) (* (- 1) x9)) 0)))
(check-sat)
