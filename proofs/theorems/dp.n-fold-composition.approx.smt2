; dp.n-fold-composition.approx base, step 0
; x0 is delta
; x1 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ x0 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 0
; x0 is Q.N_so_far[z]
; x1 is e^(times*eps)
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
; dp.n-fold-composition.approx step, step 2
; x0 is Q.M[y]
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
; dp.n-fold-composition.approx step, step 3
; x0 is part2[z]
; x1 is P.M[y]
; x2 is P.N_so_far[z]
; x3 is part0[y]
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
(assert (not (>= (+ (+ (* x1 x0) (* x2 x3)) (* (- 1) (* x3 x0))) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 4
; x0 is P.N_so_far[z]
; x1 is part2[z]
; x2 is P.M[y]
; x3 is Q.M[y]
; x4 is e^eps
; x5 is part0[y]
; x6 is Q.N_so_far[z]
; x7 is e^(times*eps)
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
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (+ (* (- 1) x2) (* x3 x4)) x5) 0))
(assert (>= (+ (+ (* (- 1) x0) (* x6 x7)) x1) 0))
(assert (>= (* x3 x4) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x2 x0)) (* x2 x1)) (* x0 x5)) (* (* (* x3 x6) x7) x4)) (* (- 1) (* x5 x1))) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 7
; x0 is sum over y0 of P.M[y0]
; x1 is part2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 9
; x0 is P.N_so_far[z]
; x1 is part2[z]
; x2 is delta
; x3 is sum over y0 of part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x0 x2) (* (- 1) (* x2 x1))) (* (- 1) (* x3 x0))) (* x3 x1)) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 11
; x0 is part2[z]
; x1 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* x1 x0) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 13
; x0 is sum over z0 of P.N_so_far[z0]
; x1 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; dp.n-fold-composition.approx step, step 14
; x0 is sum over y0 of P.M[y0]
; x1 is sum over z0 of part2[z0]
; x2 is sum over y0 of part0[y0]
; x3 is sum over z0 of P.N_so_far[z0]
; x4 is sum over y0,z1 of part4[y0,z1]
; x5 is delta
; x6 is times
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
(declare-const x6 Real)
; assumed
(assert (>= (+ (+ (+ (* x0 x1) (* x2 x3)) (* (- 1) (* x2 x1))) (* (- 1) x4)) 0))
(assert (>= (+ (+ (+ (* (- 1) (* x2 x3)) (* x2 x1)) (* x3 x5)) (* (- 1) (* x1 x5))) 0))
(assert (>= (* x1 x5) 0))
(assert (>= (+ (* x5 x6) (* (- 1) x1)) 0))
(assert (= (+ (* x0 x1) (* (- 1) x1)) 0))
(assert (= (+ (* (- 1) x5) (* x3 x5)) 0))
; denied
(assert (not (>= (+ (+ x5 (* x5 x6)) (* (- 1) x4)) 0)))
(check-sat)
