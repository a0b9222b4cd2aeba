; dp.guessing.total-variation 0 implies 1, step 3
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (+ (+ (* (/ 1 2) x0) (* (- (/ 1 2)) (* x0 x1))) (* (- (/ 1 2)) x2)) (* (/ 1 2) (* x2 x1))) 0))
; denied
(assert (not (>= (+ (+ (+ x0 (* (- 1) (* x0 x1))) (* (- 1) x2)) (* x2 x1)) 0)))
(check-sat)
(reset)
; dp.guessing.total-variation 0 implies 1, step 4
; x0 is P.M[y]
; x1 is case0[y]
; x2 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= (+ (* (- (/ 1 2)) (* x0 x1)) (* (/ 1 2) (* x2 x1))) 0))
; denied
(assert (not (>= (+ (* (- 1) (* x0 x1)) (* x2 x1)) 0)))
(check-sat)
(reset)
; dp.guessing.total-variation 0 implies 1, step 7
; x0 is sum over y0 of P.M[y0]
; x1 is sum over y0 of P.M[y0]*case0[y0]
; x2 is sum over y0 of Q.M[y0]
; x3 is sum over y0 of Q.M[y0]*case0[y0]
; x4 is sum over y0 of part0[y0]
; x5 is t
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ (+ (+ (+ x0 (* (- 1) x1)) (* (- 1) x2)) x3) (* (- 1) x4)) 0))
(assert (>= (+ (+ (+ (+ (* (/ 1 2) x5) (- (/ 1 2))) (* (/ 1 2) x1)) (* (/ 1 2) x2)) (* (- (/ 1 2)) x3)) 0))
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (>= (+ x5 (* (- 1) x4)) 0)))
(check-sat)
(reset)
; dp.guessing.total-variation 1 implies 0, step 3
; x0 is part0[y]
; x1 is case0[y]
; x2 is P.M[y]
; x3 is Q.M[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= (+ (+ (* (- 1) x2) x3) x0) 0))
(assert (>= (+ (* (- 1) x1) 1) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (- (/ 1 2)) x2) (* (/ 1 2) (* x2 x1))) (* (/ 1 2) x3)) (* (- (/ 1 2)) (* x3 x1))) (* (/ 1 2) x0)) 0)))
(check-sat)
(reset)
; dp.guessing.total-variation 1 implies 0, step 5
; x0 is t
; x1 is sum over y0 of part0[y0]
; x2 is sum over y0 of P.M[y0]
; x3 is sum over y0 of P.M[y0]*case0[y0]
; x4 is sum over y0 of Q.M[y0]
; x5 is sum over y0 of Q.M[y0]*case0[y0]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
(declare-const x5 Real)
; assumed
(assert (>= (+ x0 (* (- 1) x1)) 0))
(assert (>= (+ (+ (+ (+ (* (- (/ 1 2)) x2) (* (/ 1 2) x3)) (* (/ 1 2) x4)) (* (- (/ 1 2)) x5)) (* (/ 1 2) x1)) 0))
(assert (= (+ x2 (- 1)) 0))
; denied
(assert (not (>= (+ (+ (+ (+ (* (/ 1 2) x0) (- (/ 1 2))) (* (/ 1 2) x3)) (* (/ 1 2) x4)) (* (- (/ 1 2)) x5)) 0)))
(check-sat)
