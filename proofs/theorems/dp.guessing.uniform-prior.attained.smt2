; dp.guessing.uniform-prior.attained, step 0
; x0 is case0
; x1 is quotient0
; x2 is case1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (* (- 2) (* x0 x1))) 0))
(assert (>= (+ (+ (+ (* (- 1) x2) 1) (* 2 (* x2 x1))) (* (- 2) x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (/ 1 2) x0) (/ 1 2)) (* (- 1) (* x0 x1))) (* (- (/ 1 2)) x2)) (* x2 x1)) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 1
; x0 is e^eps
; x1 is quotient1
; x2 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ (+ (* x0 x1) (- 1)) x1) 0))
(assert (= (+ (+ (* (- 1) x0) (* x0 x2)) x2) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) x0) (- 1)) (* x0 x2)) (* x0 x1)) x2) x1) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 2
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 4
; x0 is case0
; x1 is quotient0
; x2 is case1
; x3 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (* (/ 1 2) x0) (/ 1 2)) (* (- 1) (* x0 x1))) (* (- (/ 1 2)) x2)) (* x2 x1)) (* (- 1) x1)) 0))
(assert (>= (+ (+ x1 (- 1)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (/ 1 2) x0) (- (/ 1 2))) (* (- 1) (* x0 x1))) (* (- (/ 1 2)) x2)) (* x2 x1)) x3) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 5
; x0 is case0
; x1 is quotient0
; x2 is case1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ x0 (* (- 2) (* x0 x1))) 0))
(assert (>= (+ (+ (+ (* (- 1) x2) 1) (* 2 (* x2 x1))) (* (- 2) x1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (/ 1 2) x0) (/ 1 2)) (* (- 1) (* x0 x1))) (* (- (/ 1 2)) x2)) (* x2 x1)) (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 6
; x0 is e^eps
; x1 is quotient1
; x2 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ (+ (* x0 x1) (- 1)) x1) 0))
(assert (= (+ (+ (* (- 1) x0) (* x0 x2)) x2) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (- 1) x0) (- 1)) (* x0 x2)) (* x0 x1)) x2) x1) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 7
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.guessing.uniform-prior.attained, step 9
; x0 is case0
; x1 is quotient0
; x2 is case1
; x3 is quotient1
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (+ (+ (+ (* (/ 1 2) x0) (/ 1 2)) (* (- 1) (* x0 x1))) (* (- (/ 1 2)) x2)) (* x2 x1)) (* (- 1) x1)) 0))
(assert (>= (+ (+ x1 (- 1)) x3) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* (/ 1 2) x0) (- (/ 1 2))) (* (- 1) (* x0 x1))) (* (- (/ 1 2)) x2)) (* x2 x1)) x3) 0)))
(check-sat)
