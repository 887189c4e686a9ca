(* Useful placements: the reduction of a schedule (THEORY.md, 1.3) without changing the schedule. *)
From mathcomp Require Import all_ssreflect.
From Pebbleproof Require Import Dag Pebble Segment.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** A red pebble is placed in vain if it is removed, or the run ends, before it is stored or is there
    when a successor is computed that is itself not computed in vain.  The textbook deletes such
    placements.  Here the run stays as it is, and only the other placements, the useful ones, count:
    the reduced computation is the run as seen by [useful]. *)
Section Useful.
Variables (V : finType) (E : rel V) (mv : nat -> move V) (out : pred V) (T M N : nat).
Hypothesis T_gt0 : 0 < T.
Hypothesis run : complete_run E mv out M N.
Hypothesis good : well_formed E out.

Notation st := (st E mv).
Notation seg := (seg mv T).
Let legal_run := run_legal run.

(** The pebble placed on [v] by move [k] is red until time [l]. *)
Definition stays (v : V) (k l : nat) := forall j, k < j -> j <= l -> v \in red (st j).
Definition saved (v : V) (k : nat) := exists s, [/\ k < s, s < N, mv s = Store v & stays v k s].
Definition places (v : V) (k : nat) := mv k = Compute v \/ (mv k = Load v /\ input E v).

(** Move [k] places a red pebble on [v], by computing it or, if it is an input, by loading it, and
    this pebble is stored or serves a useful computation of a successor. *)
Inductive useful : V -> nat -> Prop :=
| UsefulStore v k : k < N -> places v k -> saved v k -> useful v k
| UsefulChild v k w l : places v k -> E v w -> useful w l -> k < l -> stays v k l -> useful v k.

Lemma useful_places v k : useful v k -> k < N /\ places v k.
Proof. by elim=> [v0 k0 //|v0 k0 w l c _ _ [lN _] kl _]; split=> //; apply: ltn_trans lN. Qed.

Lemma useful_red v k : useful v k -> v \in red (st k.+1).
Proof. by move/useful_places => [_ [|[]] /= -> *]; rewrite /= setU11. Qed.

Lemma useful_held v k i : useful v k -> seg k = i -> v \in held E mv T N i.
Proof. by move=> uv sk; have [kN _] := useful_places uv; apply: in_held sk (useful_red uv). Qed.

Lemma computed v k : useful v k -> ~~ input E v -> mv k = Compute v.
Proof. by move=> /useful_places [_ [//|[_ ->]]]. Qed.

(** What is blue and no input has been stored. *)
Lemma blue_stored k v : k <= N -> v \in blue (st k) -> ~~ input E v -> exists2 s, s < k & mv s = Store v.
Proof.
move=> kN vb nin; elim: k kN vb => [_|k IH kN] /=; first by rewrite inE (negbTE nin).
have lift : v \in blue (st k) -> exists2 s, s < k.+1 & mv s = Store v.
  by move/(IH (ltnW kN)) => [s sk es]; exists s => //; exact: leqW.
case e : (mv k) => [w|w|w|w] /=; try exact: lift.
by move=> /setU1P [->|]; [exists k|exact: lift].
Qed.

(** Where a red pebble comes from: a placement from which on it stayed, or after which it was stored. *)
Lemma source s v : s <= N -> v \in red (st s) ->
  exists2 k, k < s & places v k /\ (stays v k s \/
    exists2 s', s' < s & [/\ k < s', mv s' = Store v & stays v k s']).
Proof.
elim/ltn_ind: s => [[|s]] IH sN; first by rewrite /= inE.
move=> vs1; case vs : (v \in red (st s)).
  have [k ks [ck H]] := IH s (ltnSn s) (ltnW sN) vs.
  exists k; [exact: leqW|split=> //]; case: H => [H|[s' s's H]].
    by left=> j kj; rewrite leq_eqVlt => /orP [/eqP -> //|]; rewrite ltnS => js; apply: H.
  by right; exists s'; [exact: leqW|].
have only j : s < j -> j <= s.+1 -> v \in red (st j).
  by move=> sj js; have -> : j = s.+1 by apply/eqP; rewrite eqn_leq js sj.
have := vs1; rewrite [st _.+1]/=; have := legal_run sN.
case e : (mv s) => [w|w|w|w] /=; rewrite ?vs //.
- move=> /andP [wb _] /setU1P [vw|]; last by rewrite vs.
  case iv : (input E v).
    by exists s => //; split; [right; split; rewrite ?e ?vw // -vw|left].
  have vb : v \in blue (st s) by rewrite vw.
  have [s' s's es'] := blue_stored (ltnW sN) vb (negbT iv).
  have s'N : s' < N by apply: leq_trans s's (ltnW sN).
  have vr : v \in red (st s') by have := legal_run s'N; rewrite es'.
  have [k ks' [ck H]] := IH s' (leqW s's) (ltnW s'N) vr.
  exists k; first exact: leq_trans ks' (leqW (ltnW s's)).
  split=> //; right; case: H => [H|[s'' s''s' H]].
    by exists s'; [exact: leqW|].
  by exists s''; [exact: leq_trans s''s' (leqW (ltnW s's))|].
- move=> _ /setU1P [vw|]; last by rewrite vs.
  by exists s => //; split; [left; rewrite e vw|left].
- by move=> _ /setD1P [_]; rewrite vs.
Qed.

(** A useful computation makes a placement of each predecessor useful, one that comes before it. *)
Lemma useful_pred w l v : useful w l -> E v w -> exists2 k, k < l & useful v k.
Proof.
move=> uw vw; have [lN _] := useful_places uw.
have cl := computed uw (edge_not_input vw).
have vr : v \in red (st l).
  by have := legal_run lN; rewrite cl /= => /and3P [_ /subsetP sub _]; apply: sub; rewrite inE.
have [k kl [ck [H|[s sl [ks es H]]]]] := source (ltnW lN) vr; exists k => //.
  exact: UsefulChild ck vw uw kl H.
apply: UsefulStore => //; first exact: ltn_trans kl lN.
by exists s; split=> //; apply: ltn_trans sl lN.
Qed.

(** Every vertex has a useful placement. *)
Lemma useful_all v : exists k, useful v k.
Proof.
have [p] := vertex_useful good v; elim: p v => [|w p IH] v /=.
  move=> _ ov; have nin := output_computed good ov.
  have [s sN es] := blue_stored (leqnn N) (run_outputs run ov) nin.
  have vr : v \in red (st s) by have := legal_run sN; rewrite es.
  have [k ks [ck H]] := source (ltnW sN) vr; exists k; apply: UsefulStore => //.
    exact: ltn_trans ks sN.
  case: H => [H|[s' s's [ks' es' H]]]; first by exists s.
  by exists s'; split=> //; apply: ltn_trans s's sN.
by move=> /andP [vw pp] ol; have [l ul] := IH w pp ol; have [k _ uv] := useful_pred ul vw; exists k.
Qed.

(** All of them at once, since there are finitely many vertices. *)
Lemma useful_times (X : finType) (f : X -> V) : exists t : X -> nat, forall x, useful (f x) (t x).
Proof. by apply: (@fin_all_exists _ (fun _ => nat) (fun x t => useful (f x) t)) => x; exact: useful_all. Qed.

(** Following useful successors within a segment ends at what is left of it, or leaves [Pr]. *)
Lemma useful_exit (Pr : pred V) i v k : useful v k -> seg k = i -> Pr v ->
  (exists2 z, z \in left E mv T N i & Pr z) \/
  (exists u w l, [/\ Pr u, E u w, ~~ Pr w & useful u l /\ seg l = i]).
Proof.
elim=> {v k} [v k kN ck [s [ks sN es H]]|v k w l ck vw uw IH kl H] pk Pv.
  left; exists v => //; case: (ltnP i (seg s)) => isl.
    exact: red_at_end pk (ltnW sN) isl H.
  apply: stored_left sN _ es; apply/eqP.
  by rewrite eqn_leq isl -pk; apply: seg_mono; apply: ltnW.
have [lN _] := useful_places uw.
case: (ltnP i (seg l)) => il.
  by left; exists v => //; apply: red_at_end pk (ltnW lN) il H => //; exact: ltn_trans kl lN.
have pl : seg l = i by apply/eqP; rewrite eqn_leq il -pk; apply: seg_mono; apply: ltnW.
case Pw : (Pr w); first exact: IH.
right; exists v, w, k; rewrite Pw; split=> //; split=> //.
exact: UsefulChild ck vw uw kl H.
Qed.
End Useful.
