; dp.approx.smaller-eps, step 0
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ x0 (- 1)) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, positive, step 0
; x0 is part0[y]
; x1 is e^eps
; x2 is e^eta
; x3 is P.M[y]
; x4 is Q.M[y]
; x5 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= (+ (+ (* x3 x1) (* (- 1) x4)) x5) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x3 x1) x2)) (* (* x3 x1) x1)) (* (- 1) (* x4 x1))) (* x4 x2)) (* (* x1 x2) x0)) (* x1 x5)) (* (- 1) (* x2 x5))) (* (- 1) x0)) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, positive, step 1
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
; x3 is part0[y]
; x4 is e^eta
; x5 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= (+ x4 (- 1)) 0))
(assert (>= x5 0))
(assert (>= (+ x2 (* (- 1) x4)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (+ (+ x0 (* (- 1) (* (* x0 x2) x4))) (* (- 1) (* x1 x2))) (* (* (* x1 x2) x2) x4)) (* (* x2 x4) x3)) (* x2 x5)) (* (- 1) (* x4 x5))) (* (- 1) x3)) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, positive, step 4
; x0 is sum over y0 of P.M[y0]
; x1 is e^eps
; x2 is e^eta
; x3 is sum over y0 of Q.M[y0]
; x4 is sum over y0 of part0[y0]
; x5 is sum over y0 of part1[y0]
; x6 is sum over y0 of part2[y0]
; x7 is delta
; x8 is quotient0
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
(assert (>= (+ (+ (+ (+ (+ (+ (+ (+ (+ (* (- 1) (* (* x0 x1) x2)) (* (* x0 x1) x1)) (* (- 1) (* x3 x1))) (* x3 x2)) (* (* x4 x1) x2)) (* x5 x1)) (* (- 1) (* (* x6 x1) x1))) (* (- 1) (* x5 x2))) (* (- 1) x4)) x6) 0))
(assert (>= (+ x7 (* (- 1) x4)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ x2 (- 1)) 0))
(assert (>= (+ x7 (* (- 1) x5)) 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x3 (- 1)) 0))
(assert (= (+ (+ (+ (+ (+ x7 (- 1)) (* x7 x2)) (* x1 x8)) (* (- 1) x2)) x8) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ (* x1 x1) (- 1)) (* (- 1) (* (* x1 x1) x8))) x8) (* (- 1) (* (* x6 x1) x1))) x6) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, positive, step 5
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, zero, step 0
; x0 is part0[y]
; x1 is e^eps
; x2 is e^eta
; x3 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ x1 (* (- 1) x2)) 0))
(assert (>= x3 0))
; denied
(assert (not (>= (+ (+ (* x3 x1) (* (- 1) (* x3 x2))) x0) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, zero, step 1
; x0 is P.M[y]
; x1 is Q.M[y]
; x2 is e^eps
; x3 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) x0) (* x1 x2)) x3) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, zero, step 4
; x0 is e^eta
; x1 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
(assert (= (+ x1 (- 1)) 0))
; denied
(assert (not (>= (+ (* (- 1) x1) x0) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, zero, step 5
; x0 is sum over y0 of Q.M[y0]
; x1 is e^eps
; x2 is e^eta
; x3 is sum over y0 of part0[y0]
; x4 is sum over y0 of part2[y0]
; x5 is delta
; x6 is quotient0
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* (- 1) (* x0 x2))) x3) (* (- 1) x4)) 0))
(assert (>= (+ x1 (- 1)) 0))
(assert (>= (+ x5 (* (- 1) x3)) 0))
(assert (>= (+ (* (- 1) x1) x2) 0))
(assert (>= x5 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ (+ (+ (+ (+ x5 (- 1)) (* x5 x2)) (* x1 x6)) (* (- 1) x2)) x6) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (+ x1 1) (* (- 1) (* x1 x6))) (* (- 1) x6)) (* (- 1) (* x4 x1))) (* (- 1) x4)) 0)))
(check-sat)
(reset)
; dp.approx.smaller-eps, step 1, zero, step 6
; x0 is e^eps
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= (+ x0 (- 1)) 0))
; denied
(assert (not (> (+ x0 1) 0)))
(check-sat)
