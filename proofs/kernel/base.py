"""The base of the generated theories: what each of their proofs needs from Coq's standard real numbers."""

from __future__ import annotations

NAME = "Inequality_base"

THEORY = """\
(* Signs of sums and products, and decisions about relations, for the inequality lemmas. *)

From Coq Require Import Reals Lra Decidable.
Local Open Scope R_scope.

(* A number is not positive and zero at once: each leaf of a proof ends here. *)
Lemma never_positive_zero (x : R) : 0 < x -> x = 0 -> False.
Proof. intros H E. rewrite E in H. exact (Rlt_irrefl 0 H). Qed.

(* A positive summand stays positive with others that are not negative, or zero. *)
Lemma add_weak (a b : R) : 0 < a -> 0 <= b -> 0 < a + b.
Proof. lra. Qed.

Lemma add_zero (a b : R) : 0 < a -> b = 0 -> 0 < a + b.
Proof. lra. Qed.

(* A multiple of what is zero is zero, and a square is not negative. *)
Lemma multiple_zero (m p : R) : p = 0 -> m * p = 0.
Proof. intros E. rewrite E. apply Rmult_0_r. Qed.

Lemma square_weak (x : R) : 0 <= x * x.
Proof. exact (Rle_0_sqr x). Qed.

(* A quotient of positive numbers is positive. *)
Lemma quotient_strict (a b : R) : 0 < a -> 0 < b -> 0 < a / b.
Proof. intros Ha Hb. exact (Rmult_lt_0_compat _ _ Ha (Rinv_0_lt_compat _ Hb)). Qed.

(* The difference of the two sides of a relation, times a positive k, is a polynomial with a sign. *)
Lemma clear_at_most (l r k p : R) : 0 < k -> p = (r - l) * k -> l <= r -> 0 <= p.
Proof. intros Hk E H. rewrite E. apply Rmult_le_pos; lra. Qed.

Lemma clear_less (l r k p : R) : 0 < k -> p = (r - l) * k -> l < r -> 0 < p.
Proof. intros Hk E H. rewrite E. apply Rmult_lt_0_compat; lra. Qed.

Lemma clear_at_least (l r k p : R) : 0 < k -> p = (l - r) * k -> l >= r -> 0 <= p.
Proof. intros Hk E H. apply (clear_at_most r l k p Hk E). lra. Qed.

Lemma clear_greater (l r k p : R) : 0 < k -> p = (l - r) * k -> l > r -> 0 < p.
Proof. intros Hk E H. exact (clear_less r l k p Hk E H). Qed.

Lemma clear_equal (l r k p : R) : 0 < k -> p = (l - r) * k -> l = r -> p = 0.
Proof. intros Hk E H. rewrite E, H. ring. Qed.

(* A factor of what is positive is not zero. *)
Lemma factor_nonzero (f g p : R) : p > 0 -> p = f * g -> f <> 0.
Proof. intros Hp E Z. rewrite E, Z in Hp. lra. Qed.

(* A root is not negative, and the square of the root of what is not negative is this. *)
Lemma root_weak (x : R) : sqrt x >= 0.
Proof. exact (Rle_ge _ _ (sqrt_pos x)). Qed.

Lemma root_square (x : R) : x >= 0 -> sqrt x ^ 2 = x.
Proof. intros H. exact (pow2_sqrt x (Rge_le _ _ H)). Qed.

(* A minimum or maximum is one of its arguments. *)
Lemma min_cases (P : R -> Prop) (a b : R) :
  P (Rmin a b) -> (a <= b /\\ P a) \\/ (b < a /\\ P b).
Proof. unfold Rmin. destruct (Rle_dec a b); [left | right]; split; auto; lra. Qed.

Lemma max_cases (P : R -> Prop) (a b : R) :
  P (Rmax a b) -> (a >= b /\\ P a) \\/ (b > a /\\ P b).
Proof. unfold Rmax. destruct (Rle_dec a b); [ | left; split; auto; lra].
  destruct (Req_dec a b); [left; subst; split; auto; lra | right; split; auto; lra]. Qed.

(* Each relation of real numbers holds or does not. *)
Lemma at_most_dec (a b : R) : decidable (a <= b).
Proof. destruct (Rle_dec a b); [left | right]; assumption. Qed.

Lemma less_dec (a b : R) : decidable (a < b).
Proof. destruct (Rlt_dec a b); [left | right]; assumption. Qed.

Lemma at_least_dec (a b : R) : decidable (a >= b).
Proof. destruct (Rge_dec a b); [left | right]; assumption. Qed.

Lemma greater_dec (a b : R) : decidable (a > b).
Proof. destruct (Rgt_dec a b); [left | right]; assumption. Qed.

Lemma equal_dec (a b : R) : decidable (a = b).
Proof. destruct (Req_dec a b); [left | right]; assumption. Qed.

(* The conditions of a division that a field asks for: factors that are known not to be zero. *)
Ltac nonzero := repeat split; first [assumption | apply Rgt_not_eq; lra | apply Rlt_not_eq; lra].
"""
