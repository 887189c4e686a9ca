(* The red-blue pebble game of Hong and Kung (1981), with recomputation: rules, schedules, cost, optimum. *)
From mathcomp Require Import all_ssreflect.
From Pebbleproof Require Import Dag.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** The moves: load and store cost one each, compute and delete nothing. *)
Inductive move (V : Type) := Load of V | Store of V | Compute of V | Delete of V.

Definition is_io V (m : move V) := match m with Load _ | Store _ => true | _ => false end.
Definition target V (m : move V) := match m with Load v | Store v | Compute v | Delete v => v end.

(** The I/O of a schedule, in words: how many loads and stores it has. *)
Definition cost V (s : seq (move V)) : nat := count (@is_io V) s.

Section Game.
Variables (V : finType) (E : rel V).

(** A configuration: which vertices hold a red pebble (are in cache) and which a blue one (are in
    slow memory).  In the beginning the inputs are blue and nothing is red. *)
Record configuration := Configuration { red : {set V}; blue : {set V} }.
Definition start := Configuration set0 [set v | input E v].

(** The rules.  At most [M] pebbles are red at any time; what is computed is no input and has all its
    predecessors red.  A vertex may be computed again. *)
Definition legal (M : nat) (c : configuration) (m : move V) : bool :=
  match m with
  | Load v => (v \in blue c) && (#|v |: red c| <= M)
  | Store v => v \in red c
  | Compute v => [&& ~~ input E v, preds E v \subset red c & #|v |: red c| <= M]
  | Delete v => v \in red c
  end.

Definition step (c : configuration) (m : move V) : configuration :=
  match m with
  | Load v => Configuration (v |: red c) (blue c)
  | Store v => Configuration (red c) (v |: blue c)
  | Compute v => Configuration (v |: red c) (blue c)
  | Delete v => Configuration (red c :\ v) (blue c)
  end.

(** [plays M c s c'] says that the schedule [s] is legal from [c] on and ends in [c']. *)
Fixpoint legal_from (M : nat) (c : configuration) (s : seq (move V)) : bool :=
  if s is m :: s' then legal M c m && legal_from M (step c m) s' else true.

Definition after (c : configuration) (s : seq (move V)) : configuration := foldl step c s.

(** A complete schedule is legal and leaves every output blue. *)
Definition complete (out : pred V) (M : nat) (s : seq (move V)) : bool :=
  legal_from M start s && [forall v, out v ==> (v \in blue (after start s))].

(** [Q] is the optimum: a complete schedule costs it, and none costs less. *)
Definition optimum (out : pred V) (M Q : nat) : Prop :=
  (exists2 s, complete out M s & cost s = Q) /\ forall s, complete out M s -> Q <= cost s.

(** A CDAG is well formed for the theorems below if outputs are computed and every vertex is useful:
    a path leads from it to an output. *)
Record well_formed (out : pred V) : Prop := WellFormed {
  output_computed : forall v, out v -> ~~ input E v;
  vertex_useful : forall v, exists2 p, path E v p & out (last v p) }.

(** ** Schedules as functions of time

    Proofs speak of "the configuration before move [k]".  A run of [N] moves is a function from times
    to moves; [st k] is the configuration before move [k], and [ioc k] the I/O before it. *)
Section Run.
Variable mv : nat -> move V.

Fixpoint st (k : nat) : configuration := if k is k'.+1 then step (st k') (mv k') else start.
Fixpoint ioc (k : nat) : nat := if k is k'.+1 then ioc k' + is_io (mv k') else 0.

Record complete_run (out : pred V) (M N : nat) : Prop := CompleteRun {
  run_legal : forall k, k < N -> legal M (st k) (mv k);
  run_outputs : forall v, out v -> v \in blue (st N) }.

Lemma ioc_mono j k : j <= k -> ioc j <= ioc k.
Proof.
elim: k => [|k IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP [/eqP -> //|]; rewrite ltnS => /IH /=.
by move/leq_trans; apply; rewrite leq_addr.
Qed.

(** No more than [M] vertices are ever red. *)
Lemma red_le M N : (forall k, k < N -> legal M (st k) (mv k)) -> forall k, k <= N -> #|red (st k)| <= M.
Proof.
move=> lg; elim=> [_|k IH kN]; first by rewrite cards0.
have := lg k kN; have {IH} := IH (ltnW kN).
rewrite /=; case: (mv k) => v /=.
- by move=> _ /andP [].
- by [].
- by move=> _ /and3P [].
- by move=> H _; apply: leq_trans H; apply: subset_leq_card; apply: subD1set.
Qed.
End Run.

(** A list of moves is such a run. *)
Section Lists.
Variables (m0 : move V) (s : seq (move V)).
Let mv := nth m0 s.

Lemma st_take k : k <= size s -> st mv k = after start (take k s).
Proof.
elim: k => [|k IH] ks; first by rewrite take0.
by rewrite (take_nth m0 ks) /after foldl_rcons -[foldl _ _ _]/(after _ _) -IH // ltnW.
Qed.

Lemma ioc_take k : k <= size s -> ioc mv k = cost (take k s).
Proof.
elim: k => [|k IH] ks; first by rewrite take0.
by rewrite (take_nth m0 ks) /cost -cats1 count_cat /= addn0 -[count _ _]/(cost _) -IH // ltnW.
Qed.

Lemma legal_nth M k : legal_from M start s -> k < size s -> legal M (st mv k) (mv k).
Proof.
move=> lg ks; rewrite st_take ?(ltnW ks) // /mv.
elim: s start k lg ks => [//|m s' IH] c [|k] /= /andP [lm ls] //.
by rewrite ltnS => ks; exact: IH.
Qed.

Lemma complete_run_nth out M : complete out M s -> complete_run mv out M (size s).
Proof.
case/andP => lg /forallP done; split=> [k|v ov]; first exact: legal_nth.
by rewrite st_take // take_size; have := done v; rewrite ov.
Qed.
End Lists.

(** What every complete run of [N] moves pays at least, every complete schedule costs at least. *)
Lemma optimum_run out M Q : inhabited V -> optimum out M Q ->
  exists N mv, complete_run mv out M N /\ ioc mv N = Q.
Proof.
move=> [v] [[s cs <-] _]; exists (size s), (nth (Delete v) s); split.
  exact: complete_run_nth.
by rewrite ioc_take // take_size.
Qed.
End Game.
