; dp.total-variation.composition, step 0
; x0 is P.M1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 1
; x0 is Q.M1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 6
; x0 is P.M2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 7
; x0 is Q.M2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 15
; x0 is P.M1[y]
; x1 is part2[z]
; x2 is part0[y]
; x3 is P.M2[z]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
(assert (>= (+ x3 (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ (+ (* x0 x1) (* x3 x2)) (* (- 1) (* x2 x1))) 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 16
; x0 is Q.M1[y]
; x1 is P.M2[z]
; x2 is Q.M2[z]
; x3 is part2[z]
; x4 is P.M1[y]
; x5 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) x2) x3) 0))
(assert (>= (+ (+ (* (- 1) x4) x0) x5) 0))
(assert (>= (+ x1 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- 1) (* x4 x1)) (* x4 x3)) (* x1 x5)) (* x0 x2)) (* (- 1) (* x5 x3))) 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 19
; x0 is t
; x1 is sum over z0 of part2[z0]
; x2 is P.M1[y]
; x3 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ x2 (* (- 1) x3)) 0))
; denied
(assert (not (>= (+ (+ (+ (* x2 x0) (* (- 1) (* x3 x0))) (* (- 1) (* x1 x2))) (* x1 x3)) 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 21
; x0 is sum over z0 of P.M2[z0]
; x1 is part0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ x1 (* (- 1) (* x0 x1))) 0)))
(check-sat)
(reset)
; dp.total-variation.composition, step 23
; x0 is sum over y0 of P.M1[y0]
; x1 is sum over z0 of part2[z0]
; x2 is sum over y0 of part0[y0]
; x3 is sum over z0 of P.M2[z0]
; x4 is sum over y0,z1 of part4[y0,z1]
; x5 is t
; x6 is s
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
(assert (>= (+ (* (- 1) x5) 1) 0))
(assert (>= (+ x6 (* (- 1) x2)) 0))
(assert (>= (+ (+ (+ (* x0 x5) (* (- 1) (* x2 x5))) (* (- 1) (* x0 x1))) (* x2 x1)) 0))
(assert (= (+ x0 (- 1)) 0))
(assert (= (+ x2 (* (- 1) (* x2 x3))) 0))
; denied
(assert (not (>= (+ (+ (+ x6 (* (- 1) (* x6 x5))) x5) (* (- 1) x4)) 0)))
(check-sat)
