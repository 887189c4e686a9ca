(* Counting: the heaviest segment, Cauchy-Schwarz, and cells in a box (Loomis and Whitney 1949). *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** Of [P] parts one holds at least its share of any weight. *)
Lemma heaviest (X : finType) (w f : X -> nat) (P : nat) : 0 < P -> (forall x, f x < P) ->
  exists2 i, i < P & \sum_x w x <= P * \sum_(x | f x == i) w x.
Proof.
move=> P0 fP; pose part (i : 'I_P) := \sum_(x | f x == i) w x.
have total : \sum_x w x = \sum_(i < P) part i.
  by rewrite (partition_big (fun x => Ordinal (fP x)) xpredT).
have [i _ imax] := @arg_maxnP _ (Ordinal P0) xpredT part isT.
exists i => //; rewrite total; apply: (@leq_trans (\sum_(j < P) part i)); first by apply: leq_sum => j _; exact: imax.
by rewrite sum_nat_const card_ord.
Qed.

(** The same for a number of things. *)
Lemma fullest (X : finType) (f : X -> nat) (P : nat) : 0 < P -> (forall x, f x < P) ->
  exists2 i, i < P & #|X| <= P * #|[set x | f x == i]|.
Proof.
move=> P0 fP; have [i iP h] := heaviest (fun _ => 1) P0 fP; exists i => //.
by move: h; rewrite !sum1_card cardsE.
Qed.

Lemma cauchy_schwarz (T : finType) (C : {set T}) (f : T -> nat) :
  (\sum_(c in C) f c) ^ 2 <= #|C| * \sum_(c in C) (f c) ^ 2.
Proof.
rewrite -(@leq_pmul2l 2) // -mulnn big_distrlr /=.
have -> : 2 * (#|C| * \sum_(c in C) f c ^ 2) = \sum_(c in C) \sum_(c' in C) (f c ^ 2 + f c' ^ 2).
  rewrite [RHS](eq_bigr (fun c => #|C| * f c ^ 2 + \sum_(c' in C) f c' ^ 2)); last first.
    by move=> c _; rewrite big_split /= sum_nat_const.
  by rewrite big_split /= -big_distrr /= sum_nat_const addnn mul2n.
rewrite big_distrr /=; apply: leq_sum => c _.
rewrite big_distrr /=; apply: leq_sum => c' _.
by case: (nat_Cauchy (f c) (f c')).
Qed.

(** A set is as large as its fibers together. *)
Lemma card_fibers (T U : finType) (W : {set T}) (C : {set U}) (h : T -> U) :
  (forall w, w \in W -> h w \in C) -> #|W| = \sum_(c in C) #|[set w in W | h w == c]|.
Proof.
move=> hC; rewrite -sum1_card (partition_big h (mem C)) //=.
by apply: eq_bigr => c _; rewrite -sum1_card; apply: eq_bigl => w; rewrite inE.
Qed.

(** Discrete Loomis-Whitney: a set of cells is at most the root of the product of its three shadows.
    Count pairs of cells over one (i, j): their (i, k) and (j, k') determine them. *)
Theorem loomis_whitney (I J K : finType) (A : {set I * K}) (B : {set J * K}) (C : {set I * J})
   (W : {set I * J * K}) :
  (forall i j k, (i, j, k) \in W -> [/\ (i, k) \in A, (j, k) \in B & (i, j) \in C]) ->
  #|W| ^ 2 <= #|C| * (#|A| * #|B|).
Proof.
move=> H; pose f c := #|[set w in W | w.1 == c]|.
have -> : #|W| = \sum_(c in C) f c.
  by apply: card_fibers => -[[i j] k] /H [].
apply: leq_trans (cauchy_schwarz C f) _; rewrite leq_mul2l; apply/orP; right.
pose Z := [set z : (I * J * K) * (I * J * K) | [&& z.1 \in W, z.2 \in W & z.1.1 == z.2.1]].
have -> : \sum_(c in C) f c ^ 2 = #|Z|.
  rewrite (@card_fibers _ _ Z C (fun z => z.1.1)); last first.
    by move=> [[[i j] k] w']; rewrite inE /= => /and3P [/H []].
  apply: eq_bigr => c _; rewrite /f -mulnn -cardsX; apply: eq_card => -[w w'].
  rewrite !inE /=; apply/andP/andP.
    by case=> /andP [-> /eqP <-] /andP [-> /eqP ->] //=.
  by case=> /and3P [-> -> /eqP e] /eqP <- //=; rewrite -e eqxx.
rewrite -cardsX; pose g (z : (I * J * K) * (I * J * K)) := ((z.1.1.1, z.1.2), (z.2.1.2, z.2.2)).
have gi : {in Z &, injective g}.
  move=> [[[i j] k] [[i1 j1] k1]] [[[i2 j2] k2] [[i3 j3] k3]]; rewrite !inE /=.
  by move=> /and3P [_ _ /eqP [-> ->]] /and3P [_ _ /eqP [-> ->]] [-> -> -> ->].
rewrite -(card_in_imset gi); apply: subset_leq_card.
apply/subsetP => y /imsetP [[[[i j] k] [[i1 j1] k1]] zZ ->].
by move: zZ; rewrite !inE /= => /and3P [/H [ik _ _] /H [_ jk _] _]; rewrite ik.
Qed.
