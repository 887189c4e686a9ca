(* The theorem of Hong and Kung (1981): a complete schedule gives a 2M-partition of the CDAG. *)
From mathcomp Require Import all_ssreflect.
From Pebbleproof Require Import Dag Pebble Segment Useful.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** ** S-partitions *)
Section Partition.
Variables (V : finType) (E : rel V).

(** An S-partition into [P] parts: no edge leads back to an earlier part, and each part has a dominator
    set and a minimum set of at most [S] vertices. *)
Record partition (S P : nat) (part : V -> nat) : Prop := Partition {
  part_lt : forall v, part v < P;
  part_mono : forall u v, E u v -> part u <= part v;
  part_dominator : forall i, exists2 D : {set V}, #|D| <= S & dominates E D [set v | part v == i];
  part_minimum : forall i, #|minimum_set E [set v | part v == i]| <= S }.
End Partition.

(** ** Whether a placement is useful is decided by looking ahead *)
Lemma fin_decide (X : finType) (P : X -> Prop) :
  (forall x, exists b : bool, P x <-> b) -> exists b : bool, (exists x, P x) <-> b.
Proof.
move/fin_all_exists => [b Pb]; exists [exists x, b x].
split=> [[x /Pb bx]|/existsP [x /Pb Px]]; last by exists x.
by apply/existsP; exists x.
Qed.

Section HongKung.
Variables (V : finType) (E : rel V) (mv : nat -> move V) (out : pred V) (M N : nat).
Hypothesis M_gt0 : 0 < M.
Hypothesis run : complete_run E mv out M N.
Hypothesis good : well_formed E out.

Notation st := (st E mv).
Notation seg := (seg mv M).
Let legal_run := run_legal run.

Definition places_b (v : V) (k : nat) : bool :=
  match mv k with Compute w => w == v | Load w => (w == v) && input E v | _ => false end.

Lemma placesP v k : reflect (places E mv v k) (places_b v k).
Proof.
rewrite /places_b /places; apply: (iffP idP).
  by case: (mv k) => // w; [case/andP => /eqP -> iv; right|move/eqP ->; left].
by case=> [->|[-> iv]]; rewrite eqxx.
Qed.

Definition stays_b (v : V) (k l : nat) : bool := all (fun j => v \in red (st j)) (iota k.+1 (l - k)).

Lemma staysP v k l : reflect (stays E mv v k l) (stays_b v k l).
Proof.
apply: (iffP allP) => [H j kj jl|H j]; rewrite ?mem_iota.
  apply: H; rewrite mem_iota kj /= addSn ltnS subnKC //.
  by apply: ltnW; apply: leq_trans jl.
case/andP => kj; rewrite addSn ltnS => jl; apply: H => //.
case: (leqP k l) => kl; first by rewrite subnKC in jl.
by move: jl; rewrite (eqP (ltnW kl)) addn0 leqNgt kj.
Qed.

Lemma saved_decide v k : exists b : bool, saved E mv N v k <-> b.
Proof.
have [|b Hb] := @fin_decide [finType of 'I_N] (fun s => [/\ k < s, mv s = Store v & stays E mv v k s]).
  move=> s; exists [&& k < s, (if mv s is Store w then w == v else false) & stays_b v k s].
  split=> [[ks es H]|/and3P [ks es /staysP H]]; first by rewrite ks es eqxx; apply/staysP.
  by split=> //; case: (mv s) es => // w /eqP ->.
exists b; rewrite -Hb; split=> [[s [ks sN es H]]|[s [ks es H]]]; first by exists (Ordinal sN).
by exists s; split.
Qed.

(** A useful placement is so by a store or by a useful computation of a successor. *)
Lemma useful_why v k : useful E mv N v k -> saved E mv N v k \/
  exists w l, [/\ E v w, useful E mv N w l, k < l & stays E mv v k l].
Proof. by case=> {v k} [v k _ _ sv|v k w l _ vw uw kl H]; [left|right; exists w, l]. Qed.

Lemma useful_decide v k : exists b : bool, useful E mv N v k <-> b.
Proof.
have [m] := ubnP (N - k); elim: m k v => // m IH k v; rewrite ltnS => km.
case kN : (k < N); last by exists false; split=> // /useful_places []; rewrite kN.
have [b1 H1] := saved_decide v k.
pose child (x : V * 'I_N) := [/\ E v x.1, k < x.2, useful E mv N x.1 x.2 & stays E mv v k x.2].
have [|b2 H2] := @fin_decide [finType of V * 'I_N] child.
  move=> [w l]; rewrite /child /=; case kl : (k < l); last by exists false; split=> // [[]].
  have [|b Hb] := IH l w; first by apply: leq_trans km; apply: ltn_sub2l.
  exists [&& E v w, b & stays_b v k l]; split=> [[vw _ /Hb -> /staysP ->]|]; first by rewrite vw.
  by case/and3P => vw /Hb ? /staysP ?.
exists (places_b v k && (b1 || b2)); split.
  move=> u; have [_ /placesP ->] := useful_places u; apply/orP.
  have [sv|[w [l [vw uw kl H]]]] := useful_why u; [by left; apply/H1|right; apply/H2].
  by have [lN _] := useful_places uw; exists (w, Ordinal lN); split.
case/andP => /placesP pl /orP [/H1|/H2 [[w l] [vw kl uw H]]]; first exact: UsefulStore.
exact: UsefulChild pl vw uw kl H.
Qed.

(** The first useful placement of each vertex. *)
Lemma first_useful : exists t : V -> nat,
  forall v, useful E mv N v (t v) /\ forall k, useful E mv N v k -> t v <= k.
Proof.
apply: (@fin_all_exists _ (fun _ => nat)
  (fun v t => useful E mv N v t /\ forall k, useful E mv N v k -> t <= k)) => v.
have [k] := useful_all run good v; elim/ltn_ind: k => k IH uk.
have [|b Hb] := @fin_decide [finType of 'I_k] (fun j => useful E mv N v j).
  by move=> j; exact: useful_decide.
case: b Hb => [[_ /(_ isT) [j uj]]|[none _]]; first exact: IH uj.
exists k; split=> // j uj; rewrite leqNgt; apply/negP => jk.
by have := none (ex_intro _ (Ordinal jk) uj).
Qed.

(** Cut the schedule after every [M] loads and stores and put each vertex into the segment of its first
    useful placement.  What was red at the start of the segment, or is loaded in it, dominates the
    part; what is red at its end, or is stored in it, holds the minimum set. *)
Theorem hong_kung : exists P part, partition E M.*2 P part /\ M * P.-1 <= ioc mv N.
Proof.
have [t Ht] := first_useful; exists (segments mv M N), (fun v => seg (t v)).
split; last exact: segments_cost.
have tN v : t v < N by have [/useful_places []] := Ht v.
have mono u v : E u v -> seg (t u) <= seg (t v).
  move=> uv; apply: seg_mono; have [k kt uk] := useful_pred run (Ht v).1 uv.
  by apply: leq_trans ((Ht u).2 k uk) (ltnW kt).
split=> // [v|i|i]; first by apply: seg_lt; apply: ltnW.
- case: (ltnP i (segments mv M N)) => iP; last first.
    exists set0; first by rewrite cards0.
    move=> v; rewrite inE => /eqP vi; have := seg_lt mv M (ltnW (tN v)).
    by rewrite vi ltnNge iP.
  have paid := segment_paid M_gt0 iP; exists (avail E mv M N i).
    apply: leq_trans (avail_le legal_run paid) _; rewrite -addnn leq_add2l.
    by apply: leq_trans (loads_stores_le mv N M_gt0 i); apply: leq_addr.
  apply: dominatesS (held_dominated M_gt0 legal_run paid).
  by apply/subsetP => v; rewrite inE => /eqP vi; apply: useful_held vi; have [] := Ht v.
- have left_size : #|left E mv M N i| <= M.*2.
    apply: leq_trans (left_le M legal_run i) _; rewrite -addnn leq_add2l.
    by apply: leq_trans (loads_stores_le mv N M_gt0 i); apply: leq_addl.
  apply: leq_trans left_size; apply: subset_leq_card; apply/subsetP => v vmin.
  have /andP [/eqP vi /forallP none] : (seg (t v) == i) && [forall w in [set w | seg (t w) == i], ~~ E v w].
    by move: vmin; rewrite !inE.
  have next w : E v w -> i < seg (t w).
    move=> vw; rewrite ltn_neqAle -{2}vi (mono _ _ vw) andbT; apply/negP => /eqP wi.
    by have := none w; rewrite inE -wi eqxx vw.
  have stay l : i < seg l -> l <= N -> stays E mv v (t v) l -> v \in left E mv M N i.
    by move=> il lN H; apply: red_at_end (tN v) vi lN il H.
  have [[s [ts sN es H]]|[w [l [vw uw tl H]]]] := useful_why (Ht v).1.
    case: (ltnP i (seg s)) => is_; first exact: (stay s is_ (ltnW sN) H).
    apply: stored_left sN _ es; apply/eqP; rewrite eqn_leq is_ -vi seg_mono //; exact: ltnW.
  have [lN _] := useful_places uw; apply: (stay l _ (ltnW lN) H).
  by apply: leq_trans (next w vw) _; apply: seg_mono; exact: (Ht w).2.
Qed.
End HongKung.

(** So the optimum is at least [M] times one less than the number of parts of some 2M-partition. *)
Corollary hong_kung_optimum (V : finType) (E : rel V) (out : pred V) M Q :
  inhabited V -> 0 < M -> well_formed E out -> optimum E out M Q ->
  exists P part, partition E M.*2 P part /\ M * P.-1 <= Q.
Proof.
move=> iV M0 good opt; have [N [mv [run <-]]] := optimum_run iV opt.
exact: hong_kung M0 run good.
Qed.
