; reconstruction.all-queries.four-times-the-bound, step 0
; x0 is e
; x1 is D.0[i]
; x2 is D.1[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (>= x0 0))
(assert (>= x1 0))
(assert (>= x2 0))
; denied
(assert (not (>= (+ (* x1 x0) (* x2 x0)) 0)))
(check-sat)
(reset)
; reconstruction.all-queries.four-times-the-bound, step 3
; x0 is C.0[i]
; x1 is C.1[i]
; x2 is D.1[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
(declare-const x2 Real)
; assumed
(assert (= (+ (+ x0 (- 1)) x1) 0))
; denied
(assert (not (= (+ (+ (* x0 x2) (* x1 x2)) (* (- 1) x2)) 0)))
(check-sat)
(reset)
; reconstruction.all-queries.four-times-the-bound, step 5
; x0 is D.0[i]
; x1 is D.1[i]
(set-logic QF_NRA)
(declare-const x0 Real)
(declare-const x1 Real)
; assumed
(assert (= (+ (+ x0 (- 1)) x1) 0))
; denied
(assert (not (= (+ (+ (* x0 x1) (* (- 1) x1)) (* x1 x1)) 0)))
(check-sat)
(reset)
; reconstruction.all-queries.four-times-the-bound, step 7
; x0 is sum over records0 of D.1[records0]
; x1 is sum over records0 of D.1[records0]^2
; x2 is sum over records0 of C.1[records0]*D.0[records0]
; x3 is sum over records0 of D.0[records0]*D.1[records0]
; x4 is sum over records0 of D.0[records0]
; x5 is e
; x6 is zeros.N.down
; x7 is zeros.N.up
; x8 is sum over records0 of C.1[records0]*D.1[records0]
; x9 is ones.N.down
; x10 is ones.N.up
; x11 is sum over records0 of C.0[records0]*D.1[records0]
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
(assert (>= (+ (* (- 1) x0) x1) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ (* (- 1) x2) x3) (* x4 x5)) (* (- 1) (* (* x4 x5) x6))) (* (* x4 x5) x7)) (* x0 x5)) (* (- 1) (* (* x0 x5) x6))) (* (* x0 x5) x7)) 0))
(assert (>= (+ (+ (+ (+ (+ (+ (+ x8 (* x4 x5)) (* (* x4 x5) x9)) (* (- 1) (* (* x4 x5) x10))) (* x0 x5)) (* (* x0 x5) x9)) (* (- 1) (* (* x0 x5) x10))) (* (- 1) x1)) 0))
(assert (>= (+ (* x4 x5) (* x0 x5)) 0))
(assert (>= x6 0))
(assert (>= x10 0))
(assert (= (+ (+ x11 x8) (* (- 1) x0)) 0))
(assert (= (+ (+ x3 (* (- 1) x0)) x1) 0))
(assert (= (+ (+ x6 (- 1)) x7) 0))
(assert (= (+ (+ x9 (- 1)) x10) 0))
; denied
(assert (not (>= (+ (+ (+ (* (- 1) x11) (* (- 1) x2)) (* 4 (* x4 x5))) (* 4 (* x0 x5))) 0)))
(check-sat)
