; pk.reducible.equivalent 0 implies 1, step 0
; x0 is P.R[y]
; x1 is none.W[b]
; x2 is Q.R[y]
; x3 is e^eps
; x4 is part0[b,y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x0 x1)) (* (* x2 x3) x1)) x4) 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 0 implies 1, step 1
; x0 is part0[b,y]
(set-logic QF_NRA)
(declare-const x0 Real)
; assumed
(assert (>= x0 0))
; denied
(assert (not (>= x0 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 0 implies 1, step 4
; x0 is sum over b0 of none.W[b0]
; x1 is part1[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 0 implies 1, step 6
; x0 is sum over b0 of none.W[b0]
; x1 is sum over y0 of part1[y0]
; x2 is sum over b0,y1 of part0[b0,y1]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* (- 1) (* x0 x1)) x2) 0))
(assert (>= (+ x3 (* (- 1) x2)) 0))
(assert (= (+ (* x0 x1) (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x1)) 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 1 implies 0, step 0
; x0 is none.W[b]
; x1 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
; denied
(assert (not (>= (* x0 x1) 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 1 implies 0, step 1
; x0 is none.W[b]
; x1 is P.R[y]
; x2 is Q.R[y]
; x3 is e^eps
; x4 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
(declare-const x4 Real)
; assumed
(assert (>= x0 0))
(assert (>= (+ (+ (* (- 1) x1) (* x2 x3)) x4) 0))
; denied
(assert (not (>= (+ (+ (* (- 1) (* x1 x0)) (* (* x2 x3) x0)) (* x0 x4)) 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 1 implies 0, step 4
; x0 is sum over b0 of none.W[b0]
; x1 is part0[y]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ x0 (- 1)) 0))
; denied
(assert (not (= (+ (* (- 1) x1) (* x0 x1)) 0)))
(check-sat)
(reset)
; pk.reducible.equivalent 1 implies 0, step 6
; x0 is sum over b0 of none.W[b0]
; x1 is sum over y0 of part0[y0]
; x2 is sum over b0,y1 of part1[b0,y1]
; x3 is delta
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
(declare-const x3 Real)
; assumed
(assert (>= (+ (* x0 x1) (* (- 1) x2)) 0))
(assert (>= (+ x3 (* (- 1) x1)) 0))
(assert (= (+ (* x0 x1) (* (- 1) x1)) 0))
; denied
(assert (not (>= (+ x3 (* (- 1) x2)) 0)))
(check-sat)
