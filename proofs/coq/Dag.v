(* CDAG: computational directed acyclic graphs, their inputs, and what a set of vertices dominates. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** A CDAG is given by its finite type of vertices and its edges: [E u v] says that [v] is computed
    from [u].  Nothing below needs acyclicity: a vertex on a cycle can simply never be computed. *)
Section Cdag.
Variables (V : finType) (E : rel V).

Definition preds (v : V) : {set V} := [set u | E u v].

(** Inputs are the vertices that nothing is needed for. *)
Definition input (v : V) : bool := preds v == set0.

Lemma inputP v : reflect (forall u, ~~ E u v) (input v).
Proof.
apply: (iffP eqP) => [/setP none u|none]; first by have := none u; rewrite !inE => ->.
by apply/setP => u; rewrite !inE (negbTE (none u)).
Qed.

Lemma edge_not_input u v : E u v -> ~~ input v.
Proof. by move=> uv; apply/negP => /inputP /(_ u); rewrite uv. Qed.

(** ** Dominator sets (Hong and Kung 1981)

    [D] dominates a vertex if every path from an input to it meets [D]; a path may be one vertex. *)
Definition dominated (D : {set V}) (v : V) : Prop :=
  forall x p, input x -> path E x p -> last x p = v -> has (mem D) (x :: p).

Definition dominates (D W : {set V}) : Prop := forall v, v \in W -> dominated D v.

Lemma dominated_member (D : {set V}) v : v \in D -> dominated D v.
Proof. by move=> vD x p _ _ e; apply/hasP; exists v => //; rewrite -e; exact: mem_last. Qed.

(** An input is dominated only by a set that holds it. *)
Lemma dominated_input (D : {set V}) v : input v -> dominated D v -> v \in D.
Proof. by move=> iv /(_ v [::] iv isT erefl); rewrite /= orbF. Qed.

(** Domination passes from a vertex outside the dominator to what it is computed from. *)
Lemma dominated_pred (D : {set V}) u v : dominated D v -> v \notin D -> E u v -> dominated D u.
Proof.
move=> dv vD uv x p ix pp e.
have := dv x (rcons p v) ix; rewrite rcons_path last_rcons pp e uv => /(_ isT erefl).
by rewrite -rcons_cons has_rcons /= (negbTE vD).
Qed.

(** The same along a whole path of which only the first vertex may be in the dominator. *)
Lemma dominated_along (D : {set V}) u p :
  path E u p -> all (fun v => v \notin D) p -> dominated D (last u p) -> dominated D u.
Proof.
elim: p u => [//|v p IH] u /= /andP [uv pp] /andP [vD pD] dl.
by apply: dominated_pred uv => //; exact: IH.
Qed.

(** A dominator of the end of a path that starts at an input holds a vertex of the path. *)
Lemma dominated_hit (D : {set V}) x p :
  input x -> path E x p -> dominated D (last x p) -> exists2 v, v \in D & v \in x :: p.
Proof. by move=> ix pp /(_ x p ix pp erefl) /hasP [v vin vD]; exists v. Qed.

Lemma dominatesS (D W W' : {set V}) : W' \subset W -> dominates D W -> dominates D W'.
Proof. by move=> /subsetP sub dW v /sub /dW. Qed.

(** The minimum set of [W]: what has no successor in [W] (Hong and Kung 1981). *)
Definition minimum_set (W : {set V}) : {set V} := [set v in W | [forall w in W, ~~ E v w]].
End Cdag.
