(* Finite sums of real numbers, channels, and the definitions that the theorem speaks of. *)

From Coq Require Import Reals List Lra Lia Bool.
Import ListNotations.
Local Open Scope R_scope.

(* ---------------------------------------------------------------- finite sets and sums *)

(* A finite set: a type, and a list of all its elements, each once. *)
Record Finite := {
  carrier :> Type;
  elements : list carrier;
  once : NoDup elements;
  every : forall x, In x elements
}.

(* The sum of f(x) over a list. *)
Fixpoint sum_of {A : Type} (f : A -> R) (l : list A) : R :=
  match l with
  | [] => 0
  | x :: rest => f x + sum_of f rest
  end.

(* The sum of f(x) over all x of a finite set X. *)
Definition sum (X : Finite) (f : X -> R) : R := sum_of f (elements X).

Section OneList.
Context {A : Type}.

Lemma list_ext (f g : A -> R) l : (forall x, In x l -> f x = g x) -> sum_of f l = sum_of g l.
Proof.
  induction l as [|x l IH]; simpl; intro H; [reflexivity|].
  rewrite H by (left; reflexivity). rewrite IH by (intros; apply H; right; assumption).
  reflexivity.
Qed.

Lemma list_add (f g : A -> R) l : sum_of (fun x => f x + g x) l = sum_of f l + sum_of g l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma list_scale c (f : A -> R) l : sum_of (fun x => c * f x) l = c * sum_of f l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma list_zero (l : list A) : sum_of (fun _ => 0) l = 0.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

Lemma list_nonneg (f : A -> R) l : (forall x, In x l -> 0 <= f x) -> 0 <= sum_of f l.
Proof.
  induction l as [|x l IH]; simpl; intro H; [lra|].
  assert (0 <= f x) by (apply H; left; reflexivity).
  assert (0 <= sum_of f l) by (apply IH; intros; apply H; right; assumption). lra.
Qed.

Lemma list_app (f : A -> R) l m : sum_of f (l ++ m) = sum_of f l + sum_of f m.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

End OneList.

Lemma list_map {A B : Type} (f : B -> R) (g : A -> B) l : sum_of f (map g l) = sum_of (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Section TwoLists.
Context {A B : Type}.

Lemma list_swap (f : A -> B -> R) l m :
  sum_of (fun x => sum_of (f x) m) l = sum_of (fun y => sum_of (fun x => f x y) l) m.
Proof.
  induction l as [|x l IH]; simpl; [symmetry; apply list_zero|].
  rewrite IH. symmetry. apply list_add.
Qed.

Lemma list_pairs (f : A * B -> R) l m :
  sum_of f (list_prod l m) = sum_of (fun x => sum_of (fun y => f (x, y)) m) l.
Proof.
  induction l as [|x l IH]; simpl; [reflexivity|].
  rewrite list_app, IH, list_map. reflexivity.
Qed.

End TwoLists.

Lemma sum_ext {X : Finite} (f g : X -> R) : (forall x, f x = g x) -> sum X f = sum X g.
Proof. intro H. apply list_ext. intros; apply H. Qed.

Lemma sum_add {X : Finite} (f g : X -> R) : sum X (fun x => f x + g x) = sum X f + sum X g.
Proof. apply list_add. Qed.

Lemma sum_scale {X : Finite} c (f : X -> R) : sum X (fun x => c * f x) = c * sum X f.
Proof. apply list_scale. Qed.

Lemma sum_times {X : Finite} (f : X -> R) c : sum X f * c = sum X (fun x => f x * c).
Proof.
  rewrite Rmult_comm, <- sum_scale. apply sum_ext. intro; apply Rmult_comm.
Qed.

Lemma sum_zero (X : Finite) : sum X (fun _ => 0) = 0.
Proof. apply list_zero. Qed.

Lemma sum_nonneg {X : Finite} (f : X -> R) : (forall x, 0 <= f x) -> 0 <= sum X f.
Proof. intro H. apply list_nonneg. intros; apply H. Qed.

Lemma sum_null {X : Finite} (f : X -> R) : (forall x, f x = 0) -> sum X f = 0.
Proof. intro H. rewrite <- (sum_zero X). apply sum_ext. exact H. Qed.

Lemma sum_swap {X Y : Finite} (f : X -> Y -> R) :
  sum X (fun x => sum Y (fun y => f x y)) = sum Y (fun y => sum X (fun x => f x y)).
Proof. apply list_swap. Qed.

Lemma sum_le {X : Finite} (f g : X -> R) : (forall x, f x <= g x) -> sum X f <= sum X g.
Proof.
  intro H. assert (0 <= sum X (fun x => g x + -1 * f x)) as G.
  { apply sum_nonneg. intro x. specialize (H x). lra. }
  rewrite sum_add, sum_scale in G. lra.
Qed.

(* ---------------------------------------------------------------- steps of generated proofs *)

Lemma at_least_moved a b : 0 <= a -> a = b -> 0 <= b.
Proof. intros H <-. exact H. Qed.

Lemma above_moved a b : 0 < a -> a = b -> 0 < b.
Proof. intros H <-. exact H. Qed.

Lemma null_moved a b : a = 0 -> a = b -> b = 0.
Proof. intros H <-. exact H. Qed.

Lemma null_nonneg a : a = 0 -> 0 <= a.
Proof. lra. Qed.

Lemma scaled_plus c a b : 0 <= c -> 0 <= a -> 0 <= b -> 0 <= c * a + b.
Proof. intros. assert (0 <= c * a) by (apply Rmult_le_pos; assumption). lra. Qed.

Lemma null_plus a b : a = 0 -> 0 <= b -> 0 <= 1 * a + b.
Proof. lra. Qed.

Lemma null_plus_null a b : a = 0 -> b = 0 -> 1 * a + b = 0.
Proof. lra. Qed.

Lemma strict_plus c b : 0 < c -> 0 <= b -> 0 < c * (1 * 1) + b.
Proof. lra. Qed.

(* Y - c max(0, a) is Y or Y - c a. *)
Lemma positive_part y c a m : m = Rmax 0 a -> 0 <= y -> 0 <= y - c * a -> 0 <= y - c * m.
Proof.
  intros -> H0 H1. unfold Rmax. destruct (Rle_dec 0 a); [exact H1|]. rewrite Rmult_0_r. lra.
Qed.

Lemma cancel c a : 0 < c -> 0 <= c * a -> 0 <= a.
Proof. intros H G. apply (Rmult_le_reg_l c); [exact H|]. rewrite Rmult_0_r. exact G. Qed.

Lemma cancel_strict c a : 0 < c -> 0 < c * a -> 0 < a.
Proof. intros H G. apply (Rmult_lt_reg_l c); [exact H|]. rewrite Rmult_0_r. exact G. Qed.

Lemma cancel_null c a : 0 < c -> c * a = 0 -> a = 0.
Proof. intros H G. apply (Rmult_eq_reg_l c); [|lra]. rewrite Rmult_0_r. exact G. Qed.

Lemma times_null c a : a = 0 -> c * a = 0.
Proof. intros ->. apply Rmult_0_r. Qed.


Lemma nodup_app {A} (l m : list A) :
  NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction l as [|x l IH]; simpl; intros Hl Hm H; [exact Hm|].
  inversion Hl; subst. constructor.
  - rewrite in_app_iff. intros [?|?]; [contradiction|]. apply (H x); [left; reflexivity|assumption].
  - apply IH; [assumption|assumption|]. intros; apply H; right; assumption.
Qed.

Lemma nodup_map {A B} (g : A -> B) l :
  (forall x y, g x = g y -> x = y) -> NoDup l -> NoDup (map g l).
Proof.
  intros Hg. induction 1 as [|x l Hx _ IH]; simpl; constructor; [|exact IH].
  rewrite in_map_iff. intros [y [E Hy]]. apply Hg in E. subst. contradiction.
Qed.

Lemma nodup_pairs {A B} (l : list A) (m : list B) :
  NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl as [|x l Hx _ IH]; simpl; [constructor|].
  apply nodup_app; [apply nodup_map; [congruence|exact Hm]|exact IH|].
  intros [a b] Ha Hb. apply in_map_iff in Ha as [y [E _]]. apply in_prod_iff in Hb as [Hb _].
  congruence.
Qed.

Lemma every_pair (X Y : Finite) : forall p, In p (list_prod (elements X) (elements Y)).
Proof. intros [x y]. apply in_prod; apply every. Qed.

(* Pairs of elements of X and Y. *)
Definition both (X Y : Finite) : Finite := {|
  carrier := X * Y;
  elements := list_prod (elements X) (elements Y);
  once := nodup_pairs _ _ (once X) (once Y);
  every := every_pair X Y
|}.

Lemma once_either (X Y : Finite) : NoDup (map inl (elements X) ++ map inr (elements Y)).
Proof.
  apply nodup_app; [apply nodup_map; [congruence|apply once]|
                    apply nodup_map; [congruence|apply once]|].
  intros o Ho Hp. apply in_map_iff in Ho as [x [E _]]. apply in_map_iff in Hp as [y [F _]].
  congruence.
Qed.

Lemma every_either (X Y : Finite) (o : X + Y) : In o (map inl (elements X) ++ map inr (elements Y)).
Proof. rewrite in_app_iff. destruct o; [left|right]; apply in_map; apply every. Qed.

(* Elements of X or of Y, told apart. *)
Definition either (X Y : Finite) : Finite := {|
  carrier := X + Y;
  elements := map inl (elements X) ++ map inr (elements Y);
  once := once_either X Y;
  every := every_either X Y
|}.

Lemma sum_of_pairs {X Y : Finite} (f : both X Y -> R) :
  sum (both X Y) f = sum X (fun x => sum Y (fun y => f (x, y))).
Proof. apply list_pairs. Qed.

Lemma sum_of_either {X Y : Finite} (f : either X Y -> R) :
  sum (either X Y) f = sum X (fun x => f (inl x)) + sum Y (fun y => f (inr y)).
Proof. unfold sum. simpl. rewrite list_app, !list_map. reflexivity. Qed.

(* ---------------------------------------------------------------- channels *)

(* A law on a finite set: probabilities that are not negative and sum to 1. *)
Definition law {Y : Finite} (P : Y -> R) : Prop := (forall y, 0 <= P y) /\ sum Y P = 1.

(* A channel, or mechanism: for each input a law of the output. *)
Definition channel {X : Type} {Y : Finite} (M : X -> Y -> R) : Prop := forall x, law (M x).

(* The output of M handed to f, which knows nothing else. *)
Definition post_process {X : Type} {Y Z : Finite} (M : X -> Y -> R) (f : Y -> Z -> R) :
  X -> Z -> R := fun x z => sum Y (fun y => M x y * f y z).

(* M and N on the same input, independently. *)
Definition product {X : Type} {Y Z : Finite} (M : X -> Y -> R) (N : X -> Z -> R) :
  X -> both Y Z -> R := fun x o => M x (fst o) * N x (snd o).

(* M, and then the mechanism that its output chose, on the same input. *)
Definition adaptive {X : Type} {Y Z : Finite} (M : X -> Y -> R) (N : Y -> X -> Z -> R) :
  X -> both Y Z -> R := fun x o => M x (fst o) * N (fst o) x (snd o).

(* M with probability w, else N; nobody sees which. *)
Definition mixture {X : Type} {Y : Finite} (w : R) (M N : X -> Y -> R) : X -> Y -> R :=
  fun x y => w * M x y + (1 - w) * N x y.

(* M with probability w, else N; the output tells which. *)
Definition visible_mixture {X : Type} {Y Z : Finite} (w : R) (M : X -> Y -> R) (N : X -> Z -> R) :
  X -> either Y Z -> R :=
  fun x o => match o with inl y => w * M x y | inr z => (1 - w) * N x z end.

(* ---------------------------------------------------------------- definitions *)

(* The probability of an event. *)
Definition prob {Y : Finite} (P : Y -> R) (S : Y -> bool) : R :=
  sum Y (fun y => if S y then P y else 0).

(* A claim of the laws of any two neighbours x, x', in this order. *)
Definition of_neighbours {X : Type} {Y : Finite} (near : X -> X -> Prop) (M : X -> Y -> R)
  (claim : (Y -> R) -> (Y -> R) -> Prop) : Prop := forall x x', near x x' -> claim (M x) (M x').

(* Who is a neighbour of whom does not depend on the order. *)
Definition symmetric {X : Type} (near : X -> X -> Prop) : Prop := forall x x', near x x' -> near x' x.

Definition pure {Y : Finite} (eps : R) (P Q : Y -> R) : Prop :=
  forall S, prob P S <= exp eps * prob Q S.

Definition approx {Y : Finite} (eps delta : R) (P Q : Y -> R) : Prop :=
  forall S, prob P S <= exp eps * prob Q S + delta.

(* The probability under P of the outputs y whose loss ln P(y)/Q(y) is more than eps. *)
Definition lossy {Y : Finite} (eps : R) (P Q : Y -> R) : R :=
  sum Y (fun y => if Rle_dec (P y) (exp eps * Q y) then 0 else P y).

(* The same where the loss is more than eps in one order or in the other. *)
Definition risky {Y : Finite} (eps : R) (P Q : Y -> R) : R :=
  sum Y (fun y => if Rle_dec (P y) (exp eps * Q y)
                  then if Rle_dec (Q y) (exp eps * P y) then 0 else P y
                  else P y).

Definition probabilistic {Y : Finite} (eps delta : R) (P Q : Y -> R) : Prop := lossy eps P Q <= delta.

Definition at_risk {Y : Finite} (eps risk : R) (P Q : Y -> R) : Prop := risky eps P Q <= risk.

(* Total variation: the largest P(S) - Q(S), which the outputs with P > Q attain. *)
Definition total_variation {Y : Finite} (P Q : Y -> R) : R := sum Y (fun y => Rmax 0 (P y - Q y)).

(* The hockey-stick divergence at odds e^eps. *)
Definition hockey_stick {Y : Finite} (odds : R) (P Q : Y -> R) : R :=
  sum Y (fun y => Rmax 0 (P y - odds * Q y)).

(* Every event is at most `bound` times as likely under P as under Q. *)
Definition ratio_at_most {Y : Finite} (bound : R) (P Q : Y -> R) : Prop :=
  forall S, prob P S <= bound * prob Q S.

(* Bounded range: the likelihood ratios of two outputs differ by at most this factor. *)
Definition range_at_most {Y : Finite} (bound : R) (P Q : Y -> R) : Prop :=
  forall y y', P y * Q y' <= bound * (Q y * P y').

(* How often the guesser errs who names the input with the likelier output, the second where both
   are as likely; the first input has prior probability w. *)
Definition likelihood_error {Y : Finite} (w : R) (P Q : Y -> R) : R :=
  sum Y (fun y => if Rle_dec (P y) (Q y) then w * P y else (1 - w) * Q y).

(* How often the best guesser errs. *)
Definition bayes_error {Y : Finite} (w : R) (P Q : Y -> R) : R :=
  sum Y (fun y => Rmin (w * P y) ((1 - w) * Q y)).

(* ---------------------------------------------------------------- events and outputs *)

Lemma sum_pos_term {X : Finite} (f : X -> R) x : (forall y, 0 <= f y) -> f x <= sum X f.
Proof.
  intro H. unfold sum. generalize (every X x). generalize (elements X) as l.
  induction l as [|y l IH]; simpl; [contradiction|]. intros [->|Hx].
  - assert (0 <= sum_of f l) by (apply list_nonneg; intros; apply H). lra.
  - specialize (IH Hx). specialize (H y). lra.
Qed.

Lemma prob_excess {Y : Finite} (odds : R) (P Q : Y -> R) S :
  prob P S - odds * prob Q S = sum Y (fun y => if S y then P y - odds * Q y else 0).
Proof.
  unfold prob. rewrite <- sum_scale.
  assert (forall a b : Y -> R, sum Y a - sum Y b = sum Y (fun y => a y + -1 * b y)) as E.
  { intros a b. rewrite sum_add, sum_scale. ring. }
  rewrite E. apply sum_ext. intro y. destruct (S y); ring.
Qed.

(* The event that tells P from Q best: the outputs that are more than `odds` times as likely. *)
Definition telling {Y : Finite} (odds : R) (P Q : Y -> R) (y : Y) : bool :=
  if Rle_dec (P y) (odds * Q y) then false else true.

Lemma telling_excess {Y : Finite} odds (P Q : Y -> R) :
  prob P (telling odds P Q) - odds * prob Q (telling odds P Q) = hockey_stick odds P Q.
Proof.
  rewrite prob_excess. apply sum_ext. intro y. unfold telling, Rmax.
  destruct (Rle_dec (P y) (odds * Q y)); destruct (Rle_dec 0 (P y - odds * Q y)); lra.
Qed.

Lemma excess_at_most {Y : Finite} odds (P Q : Y -> R) S :
  prob P S - odds * prob Q S <= hockey_stick odds P Q.
Proof.
  rewrite prob_excess. apply sum_le. intro y. unfold Rmax.
  destruct (S y); destruct (Rle_dec 0 (P y - odds * Q y)); lra.
Qed.

Lemma approx_by_outputs {Y : Finite} eps delta (P Q : Y -> R) :
  hockey_stick (exp eps) P Q <= delta <-> approx eps delta P Q.
Proof.
  split.
  - intros H S. pose proof (excess_at_most (exp eps) P Q S). lra.
  - intro H. specialize (H (telling (exp eps) P Q)).
    pose proof (telling_excess (exp eps) P Q). lra.
Qed.

Lemma ratio_by_outputs {Y : Finite} bound (P Q : Y -> R) :
  (forall y, P y <= bound * Q y) <-> ratio_at_most bound P Q.
Proof.
  split.
  - intros H S. assert (prob P S - bound * prob Q S <= 0); [|lra].
    rewrite prob_excess. apply Rle_trans with (sum Y (fun _ => 0)); [|rewrite sum_zero; lra].
    apply sum_le. intro y. specialize (H y). destruct (S y); lra.
  - intros H y. specialize (H (telling bound P Q)).
    pose proof (telling_excess bound P Q) as T.
    assert (Rmax 0 (P y - bound * Q y) <= hockey_stick bound P Q) as G.
    { unfold hockey_stick. refine (sum_pos_term (fun v => Rmax 0 (P v - bound * Q v)) y _).
      intro v. apply Rmax_l. }
    pose proof (Rmax_r 0 (P y - bound * Q y)). lra.
Qed.

Lemma pure_by_outputs {Y : Finite} eps (P Q : Y -> R) :
  (forall y, P y <= exp eps * Q y) <-> pure eps P Q.
Proof. apply (ratio_by_outputs (exp eps)). Qed.

(* ---------------------------------------------------------------- other forms of a claim *)

(* The claims output by output, and for the one event that tells P from Q best. *)
Definition pure_by_output {Y : Finite} (eps : R) (P Q : Y -> R) : Prop :=
  forall y, P y <= exp eps * Q y.

Definition approx_by_output {Y : Finite} (eps delta : R) (P Q : Y -> R) : Prop :=
  hockey_stick (exp eps) P Q <= delta.

Definition at_telling_event {Y : Finite} (eps delta : R) (P Q : Y -> R) : Prop :=
  let S := telling (exp eps) P Q in prob P S <= exp eps * prob Q S + delta.

Lemma telling_by_outputs {Y : Finite} eps delta (P Q : Y -> R) :
  hockey_stick (exp eps) P Q <= delta <-> at_telling_event eps delta P Q.
Proof.
  unfold at_telling_event. pose proof (telling_excess (exp eps) P Q). simpl. split; lra.
Qed.

Lemma pure_by_excess {Y : Finite} eps (P Q : Y -> R) :
  hockey_stick (exp eps) P Q <= 0 <-> pure eps P Q.
Proof.
  rewrite approx_by_outputs. unfold approx, pure. split; intros H S; specialize (H S); lra.
Qed.

Lemma excess_by_output {Y : Finite} eps delta (P Q : Y -> R) :
  approx eps delta P Q -> forall y, P y - exp eps * Q y <= delta.
Proof.
  intros H y. apply approx_by_outputs in H. pose proof (Rmax_r 0 (P y - exp eps * Q y)).
  assert (Rmax 0 (P y - exp eps * Q y) <= hockey_stick (exp eps) P Q); [|lra].
  refine (sum_pos_term (fun v => Rmax 0 (P v - exp eps * Q v)) y _). intro v. apply Rmax_l.
Qed.

(* 1 for the outputs of an event, else 0. *)
Definition in_event {Y : Finite} (S : Y -> bool) (y : Y) : R := if S y then 1 else 0.

Lemma in_event_nonneg {Y : Finite} (S : Y -> bool) y : 0 <= in_event S y.
Proof. unfold in_event. destruct (S y); lra. Qed.
Lemma in_event_most_1 {Y : Finite} (S : Y -> bool) y : 0 <= 1 - in_event S y.
Proof. unfold in_event. destruct (S y); lra. Qed.
Lemma in_event_square {Y : Finite} (S : Y -> bool) y : in_event S y * in_event S y - in_event S y = 0.
Proof. unfold in_event. destruct (S y); lra. Qed.

(* ---------------------------------------------------------------- what a setting may use *)

Lemma odds_at_least_1 eps : 0 <= eps -> 1 <= exp eps.
Proof. intro H. rewrite <- exp_0. destruct H as [H|<-]; [left; apply exp_increasing; exact H|lra]. Qed.

Lemma exp_rmax a b : exp (Rmax a b) = exp b + Rmax 0 (exp a - exp b).
Proof.
  unfold Rmax. destruct (Rle_dec a b) as [H|H].
  - assert (exp a <= exp b) by (destruct H as [H| ->]; [left; apply exp_increasing; exact H|lra]).
    destruct (Rle_dec 0 (exp a - exp b)); lra.
  - assert (exp b < exp a) by (apply exp_increasing; lra).
    destruct (Rle_dec 0 (exp a - exp b)); lra.
Qed.

Lemma rmax_part a b : Rmax a b = b + Rmax 0 (a - b).
Proof. unfold Rmax. destruct (Rle_dec a b); destruct (Rle_dec 0 (a - b)); lra. Qed.

(* 1 where c is at least 0, else 0; and a number that shows c < 0 where that is 0. *)
Definition holds_at (c : R) : R := if Rle_dec 0 c then 1 else 0.
Definition refutes_at (c : R) : R := if Rle_dec 0 c then 0 else - / c.

Lemma holds_at_nonneg c : 0 <= holds_at c.
Proof. unfold holds_at. destruct (Rle_dec 0 c); lra. Qed.
Lemma holds_at_most_1 c : 0 <= 1 - holds_at c.
Proof. unfold holds_at. destruct (Rle_dec 0 c); lra. Qed.
Lemma holds_at_square c : holds_at c * holds_at c - holds_at c = 0.
Proof. unfold holds_at. destruct (Rle_dec 0 c); lra. Qed.
Lemma holds_at_yes c : 0 <= holds_at c * c.
Proof. unfold holds_at. destruct (Rle_dec 0 c); lra. Qed.
Lemma holds_at_no c : 0 <= (holds_at c - 1) * c.
Proof. unfold holds_at. destruct (Rle_dec 0 c); lra. Qed.
Lemma holds_at_either c : holds_at c = 1 /\ 0 <= c \/ holds_at c = 0 /\ c < 0.
Proof. unfold holds_at. destruct (Rle_dec 0 c); [left|right]; split; lra. Qed.
Lemma refutes_at_nonneg c : 0 <= refutes_at c.
Proof.
  unfold refutes_at. destruct (Rle_dec 0 c); [lra|].
  assert (/ c < 0) by (apply Rinv_lt_0_compat; lra). lra.
Qed.
Lemma refutes_at_inverse c : refutes_at c * c - holds_at c + 1 = 0.
Proof. unfold refutes_at, holds_at. destruct (Rle_dec 0 c); [lra|]. field. lra. Qed.

Lemma part_either a : Rmax 0 a * (Rmax 0 a - a) = 0.
Proof. unfold Rmax. destruct (Rle_dec 0 a); ring. Qed.

Lemma odds_above_loss eps : 0 <= eps -> 1 + eps <= exp eps.
Proof.
  intros [H|<-]; [|rewrite exp_0; lra]. left. apply exp_ineq1. lra.
Qed.

Ltac ring_or_field := first [ring | field].
Ltac lra_or_ring := first [lra | ring | nra].

(* 0 < a sum of products of numbers that are known to be positive. *)
Ltac positive :=
  repeat first [apply Rplus_lt_0_compat | apply Rmult_lt_0_compat | apply pow_lt]; lra.

(* The same is not 0. *)
Ltac nonzero := first [lra | apply Rgt_not_eq; red; positive].
