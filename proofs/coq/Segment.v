(* The segment lemma (THEORY.md, Lemma 1): what a schedule can do between T loads and stores. *)
From mathcomp Require Import all_ssreflect.
From Pebbleproof Require Import Dag Pebble.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** A run of [N] moves is cut after every [T] loads and stores. *)
Section Segments.
Variables (V : finType) (E : rel V) (mv : nat -> move V) (T M N : nat).
Hypothesis T_gt0 : 0 < T.
Hypothesis legal_run : forall k, k < N -> legal E M (st E mv k) (mv k).

Notation st := (st E mv).
Notation ioc := (ioc mv).
Definition Q := ioc N.

(** Move [k] belongs to segment [seg k]; there are [segments] of them. *)
Definition seg (k : nat) : nat := ioc k %/ T.
Definition segments : nat := (Q %/ T).+1.

Lemma seg_mono j k : j <= k -> seg j <= seg k.
Proof. by move=> /ioc_mono h; apply: leq_div2r. Qed.

Lemma seg_lt k : k <= N -> seg k < segments.
Proof. by move=> kN; rewrite ltnS; apply: seg_mono. Qed.

Lemma segment_paid i : i < segments -> i * T <= Q.
Proof. by rewrite ltnS -leq_divRL. Qed.

(** All segments but the last cost [T]. *)
Lemma segments_cost : T * segments.-1 <= Q.
Proof. by rewrite mulnC leq_trunc_div. Qed.

(** ** What a segment loads and stores: [T] moves at most *)

Definition is_load (m : move V) := if m is Load _ then true else false.
Definition is_store (m : move V) := if m is Store _ then true else false.
Definition moves_of (i : nat) (kind : pred (move V)) : {set 'I_N} :=
  [set k : 'I_N | (seg k == i) && kind (mv k)].
Definition targets (S : {set 'I_N}) : {set V} := [set target (mv k) | k : 'I_N in S].
Definition loads (i : nat) : {set V} := targets (moves_of i is_load).
Definition stores (i : nat) : {set V} := targets (moves_of i is_store).

Lemma io_moves_le i : #|moves_of i (@is_io V)| <= T.
Proof.
pose f (k : 'I_N) : 'I_T := Ordinal (ltn_pmod (ioc k) T_gt0).
have fi : {in moves_of i (@is_io V) &, injective f}.
  move=> x y; rewrite !inE => /andP [/eqP px iox] /andP [/eqP py ioy].
  move=> /(congr1 val) /= exy.
  have e : ioc x = ioc y.
    by rewrite (divn_eq (ioc x) T) (divn_eq (ioc y) T) -/(seg x) -/(seg y) px py exy.
  apply: val_inj => /=; apply/eqP; rewrite eqn_leq; apply/andP; split; rewrite leqNgt; apply/negP => lt.
  - by have := ioc_mono mv lt; rewrite /= ioy e addn1 ltnn.
  - by have := ioc_mono mv lt; rewrite /= iox -e addn1 ltnn.
rewrite -(card_in_imset fi).
by apply: leq_trans (max_card _) _; rewrite card_ord.
Qed.

Lemma loads_stores_le i : #|loads i| + #|stores i| <= T.
Proof.
apply: leq_trans (io_moves_le i); apply: (@leq_trans (#|moves_of i is_load| + #|moves_of i is_store|)).
  by apply: leq_add; apply: leq_imset_card.
have dis : [disjoint moves_of i is_load & moves_of i is_store].
  rewrite -setI_eq0; apply/eqP/setP => k; rewrite !inE.
  by case: (mv k) => v; rewrite /= ?andbF.
have -> : #|moves_of i is_load| + #|moves_of i is_store| = #|moves_of i is_load :|: moves_of i is_store|.
  by apply/esym/eqP; rewrite (leq_card_setU _ _).2.
apply: subset_leq_card; apply/subsetP => k; rewrite !inE.
by case: (seg k == i) => //=; case: (mv k).
Qed.

(** ** What is at hand in a segment, and what is left of it *)

(** The first time of a segment (or of what comes after, if the run ends before it). *)
Definition first (i : nat) : nat := find (fun k => i * T <= ioc k) (iota 0 N.+1).

Lemma first_le i k : k <= N -> i * T <= ioc k -> first i <= k.
Proof.
move=> kN h; rewrite leqNgt; apply/negP => lt.
have := before_find 0 lt; rewrite nth_iota ?ltnS // add0n.
by rewrite h.
Qed.

Lemma seg_ge i k : k <= N -> first i <= k -> i * T <= Q -> i <= seg k.
Proof.
move=> kN fk iQ; rewrite /seg leq_divRL //.
have hs : has (fun k => i * T <= ioc k) (iota 0 N.+1).
  by apply/hasP; exists N => //; rewrite mem_iota ltnS leqnn.
have := nth_find 0 hs; rewrite -/(first i) nth_iota; last by rewrite ltnS (leq_trans fk).
by rewrite add0n => h; apply: leq_trans h (ioc_mono mv fk).
Qed.

(** [avail i]: red at the start of segment [i], or loaded in it. *)
Definition avail (i : nat) : {set V} := red (st (first i)) :|: loads i.

(** [left i]: red at the end of segment [i], or stored in it. *)
Definition left (i : nat) : {set V} := red (st (minn (first i.+1) N)) :|: stores i.

(** [held i]: red after some move of segment [i]. *)
Definition held (i : nat) : {set V} := [set v | [exists k : 'I_N, (seg k == i) && (v \in red (st k.+1))]].

Lemma avail_le i : i * T <= Q -> #|avail i| <= M + #|loads i|.
Proof.
move=> iQ; have fN : first i <= N by apply: first_le.
by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2r (red_le legal_run).
Qed.

Lemma left_le i : #|left i| <= M + #|stores i|.
Proof. by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2r (red_le legal_run) ?geq_minr. Qed.

Lemma in_held i k v : k < N -> seg k = i -> v \in red (st k.+1) -> v \in held i.
Proof.
move=> kN sk vr; rewrite inE; apply/existsP.
by exists (Ordinal kN); rewrite /= sk eqxx vr.
Qed.

(** A path to what is red meets what was at hand when the segment began, or a load: walk back from its
    end; what is computed in the segment has its predecessor on the path red just before. *)
Lemma red_dominated i k : i * T <= Q -> first i <= k -> k <= N ->
  (forall j, j < k -> first i <= j -> seg j = i) -> dominates E (avail i) (red (st k)).
Proof.
move=> iQ; move: k.
have key n : first i + n <= N -> (forall j, j < first i + n -> first i <= j -> seg j = i) ->
   dominates E (avail i) (red (st (first i + n))).
  elim: n => [|n IH].
    by rewrite addn0 => _ _ v vr; apply: dominated_member; apply/setUP; left.
  rewrite addnS => nN hseg v; rewrite [st _.+1]/=.
  have {}IH := IH (ltnW nN) (fun j h => hseg j (ltnW h)).
  have segn : seg (first i + n) = i by apply: hseg => //; apply: leq_addr.
  have lg := legal_run nN.
  case e : (mv (first i + n)) lg => [w|w|w|w] /=.
  - move=> _ /setU1P [->|h]; last exact: IH.
    apply: dominated_member; apply/setUP; right; apply/imsetP.
    by exists (Ordinal nN); rewrite ?inE /= ?segn ?eqxx ?e.
  - by move=> _ h; apply: IH.
  - case/and3P => nin sub _ /setU1P [vw|h]; last exact: IH.
    move=> x p ix; case/lastP: p => [_ /= xv|p u]; first by rewrite -vw -xv ix in nin.
    rewrite rcons_path last_rcons => /andP [pp Eu] uv.
    have ur : last x p \in red (st (first i + n)).
      by apply: (subsetP sub); rewrite inE -vw -uv.
    by rewrite -rcons_cons has_rcons (IH _ ur x p ix pp erefl) orbT.
  - by move=> _ /setD1P [_ h]; apply: IH.
move=> k fk kN h; rewrite -(subnKC fk); apply: key; rewrite subnKC //.
Qed.

(** Segment lemma (ii): what is at hand dominates all that is ever red in the segment. *)
Lemma held_dominated i : i * T <= Q -> dominates E (avail i) (held i).
Proof.
move=> iQ v; rewrite inE => /existsP [[k kN] /= /andP [/eqP pk vr]].
have fk : first i <= k.
  apply: first_le; first exact: ltnW.
  by rewrite -leq_divRL //; rewrite -pk.
have dd : dominates E (avail i) (red (st k.+1)).
  apply: red_dominated => // [|j jk fj]; first exact: leqW.
  apply/eqP; rewrite eqn_leq; apply/andP; split; first by rewrite -pk; apply: seg_mono.
  by apply: seg_ge => //; apply: leq_trans (ltnW kN).
exact: dd vr.
Qed.

(** A pebble that stays red from one segment into another is red where the first one ends. *)
Lemma red_at_end i j v k : k < N -> seg k = i -> j <= N -> i < seg j ->
  (forall l, k < l -> l <= j -> v \in red (st l)) -> v \in left i.
Proof.
move=> kN pk jN ij H; have iQ : i.+1 * T <= ioc j by rewrite -leq_divRL.
apply/setUP; left; apply: H; last by rewrite geq_min (first_le jN iQ).
rewrite leq_min kN andbT ltnNge; apply/negP => fk.
have iQ' : i.+1 * T <= Q by apply: leq_trans iQ (ioc_mono mv jN).
by have := seg_ge (ltnW kN) fk iQ'; rewrite pk ltnn.
Qed.

(** What is stored in a segment is left of it. *)
Lemma stored_left i v s : s < N -> seg s = i -> mv s = Store v -> v \in left i.
Proof.
move=> sN ps es; apply/setUP; right; apply/imsetP.
by exists (Ordinal sN); rewrite ?inE /= ?ps ?es ?eqxx.
Qed.
End Segments.
