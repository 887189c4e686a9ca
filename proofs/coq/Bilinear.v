(* Bilinear: matrix products inside a CDAG, their roots and products behind a dominator (Lemmas 2, 3). *)
From mathcomp Require Import all_ssreflect.
From Pebbleproof Require Import Dag Pebble Segment Useful Counting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** ** A matrix product C = A B^T in a CDAG

    Entry (i, j) is summed in a tree over the products [pr i j k] of the operands (i, k) and (j, k).  An
    operand is an input, or is itself computed: all that is asked is a path from an input to each of its
    products.  Labels keep these paths apart: [own] gives a vertex to one operand or one tree at most. *)
Section Labels.
Variables (V : finType) (I J K : finType).
Definition label := ((I * K) + (J * K) + (I * J))%type.
Definition LA (ik : I * K) : label := inl (inl ik).
Definition LB (jk : J * K) : label := inl (inr jk).
Definition LC (ij : I * J) : label := inr ij.

Definition isA (o : option label) := if o is Some (inl (inl _)) then true else false.
Definition isB (o : option label) := if o is Some (inl (inr _)) then true else false.
Definition isC (o : option label) := if o is Some (inr _) then true else false.

Variable own : V -> option label.
Implicit Type D : {set V}.

(** The vertices of a set that belong to left operands, right operands, and trees. *)
Definition classA D : {set V} := [set v in D | isA (own v)].
Definition classB D : {set V} := [set v in D | isB (own v)].
Definition classC D : {set V} := [set v in D | isC (own v)].

Lemma classes_le D : #|classA D| + #|classB D| + #|classC D| <= #|D|.
Proof.
have d1 : [disjoint classA D & classB D].
  rewrite -setI_eq0; apply/eqP/setP => v; rewrite !inE.
  by case: (own v) => [[[?|?]|?]|]; rewrite /= ?andbF ?andbT.
have d2 : [disjoint classA D :|: classB D & classC D].
  rewrite -setI_eq0; apply/eqP/setP => v; rewrite !inE.
  by case: (own v) => [[[?|?]|?]|]; rewrite /= ?andbF ?andbT ?orbF.
have e1 : #|classA D :|: classB D| = #|classA D| + #|classB D|.
  by apply/eqP; rewrite (leq_card_setU _ _).2.
have e2 : #|(classA D :|: classB D) :|: classC D| = #|classA D :|: classB D| + #|classC D|.
  by apply/eqP; rewrite (leq_card_setU _ _).2.
rewrite -e1 -e2; apply: subset_leq_card; rewrite !subUset.
by apply/andP; split; [apply/andP; split|]; apply/subsetP => v; rewrite inE => /andP [].
Qed.

(** The operands, and trees, that a set hits. *)
Definition hit D (l : label) : bool := [exists v in D, own v == Some l].
Definition hitsA D : {set I * K} := [set ik | hit D (LA ik)].
Definition hitsB D : {set J * K} := [set jk | hit D (LB jk)].
Definition hitsC D : {set I * J} := [set ij | hit D (LC ij)].

Lemma hitP D l : reflect (exists2 v, v \in D & own v = Some l) (hit D l).
Proof.
apply: (iffP existsP) => [[v /andP [vD /eqP e]]|[v vD e]]; first by exists v.
by exists v; rewrite vD e eqxx.
Qed.

Lemma hits_le (X : finType) (f : X -> label) (S : {set X}) D : injective f ->
  (forall x, x \in S -> hit D (f x)) -> #|S| <= #|D|.
Proof.
move=> fi h; have si : injective (fun x => Some (f x)) by move=> x y [] /fi.
rewrite -(card_imset _ si); apply: leq_trans (leq_imset_card own D).
apply: subset_leq_card; apply/subsetP => o /imsetP [t /h /hitP [v vD <-] ->].
by apply/imsetP; exists v.
Qed.

Lemma hitsA_le D : #|hitsA D| <= #|classA D|.
Proof.
apply: (@hits_le _ LA); first by move=> ? ? [].
by move=> x; rewrite inE => /hitP [v vD e]; apply/hitP; exists v; rewrite // inE vD e.
Qed.
Lemma hitsB_le D : #|hitsB D| <= #|classB D|.
Proof.
apply: (@hits_le _ LB); first by move=> ? ? [].
by move=> x; rewrite inE => /hitP [v vD e]; apply/hitP; exists v; rewrite // inE vD e.
Qed.
Lemma hitsC_le D : #|hitsC D| <= #|classC D|.
Proof.
apply: (@hits_le _ LC); first by move=> ? ? [].
by move=> x; rewrite inE => /hitP [v vD e]; apply/hitP; exists v; rewrite // inE vD e.
Qed.
End Labels.

Section Product.
Variables (V : finType) (E : rel V) (I J K : finType).
Variables (own : V -> option (label I J K)) (pr : I -> J -> K -> V) (root : I * J -> V).

Record product : Prop := Product {
  pr_inj : injective (fun w : I * J * K => pr w.1.1 w.1.2 w.2);
  path_a : forall i j k, exists x p, [/\ input E x, path E x (rcons p (pr i j k))
                                      & all (fun v => own v == Some (LA _ (i, k))) (x :: p)];
  path_b : forall i j k, exists x p, [/\ input E x, path E x (rcons p (pr i j k))
                                      & all (fun v => own v == Some (LB _ (j, k))) (x :: p)];
  to_root : forall i j k, exists p, [/\ path E (pr i j k) p, last (pr i j k) p = root (i, j)
                                     & all (fun v => own v == Some (LC _ (i, j))) (pr i j k :: p)];
  tree_closed : forall ij u w, own u = Some (LC _ ij) -> E u w ->
                               own w = Some (LC _ ij) \/ u = root ij }.

Hypothesis B : product.
Local Notation d := #|K|.

Lemma pr_own i j k : own (pr i j k) = Some (LC _ (i, j)).
Proof. by have [p [_ _ /= /andP [/eqP]]] := to_root B i j k. Qed.

Lemma pr_computed i j k : ~~ input E (pr i j k).
Proof.
have [x [p [_ + _]]] := path_a B i j k; rewrite rcons_path => /andP [_ e].
exact: edge_not_input e.
Qed.

(** A dominated product outside the dominator has both operands hit. *)
Lemma hit_operand (D : {set V}) l x p v : dominated E D v -> v \notin D -> input E x ->
  path E x (rcons p v) -> all (fun u => own u == Some l) (x :: p) -> hit own D l.
Proof.
move=> dv vD ix pp al; have := dv x (rcons p v) ix pp; rewrite last_rcons => /(_ erefl).
rewrite -rcons_cons has_rcons /= (negbTE vD) /= => h; apply/hitP.
have /hasP [u uin uD] : has (mem D) (x :: p) by [].
by exists u => //; apply/eqP; apply: (allP al).
Qed.

Lemma hit_operands (D : {set V}) i j k : dominated E D (pr i j k) -> pr i j k \notin D ->
  (i, k) \in hitsA own D /\ (j, k) \in hitsB own D.
Proof.
move=> dp pD; rewrite !inE; split.
  by have [x [p [ix pp al]]] := path_a B i j k; apply: hit_operand pp al.
by have [x [p [ix pp al]]] := path_b B i j k; apply: hit_operand pp al.
Qed.

(** If a root is dominated and its tree not hit, all its products are dominated. *)
Lemma clean_root (D : {set V}) i j k : dominated E D (root (i, j)) -> (i, j) \notin hitsC own D ->
  dominated E D (pr i j k) /\ pr i j k \notin D.
Proof.
move=> dr; rewrite inE => clean; have out v : own v = Some (LC _ (i, j)) -> v \notin D.
  by move=> e; apply: contra clean => vD; apply/hitP; exists v.
split; last by apply: out; exact: pr_own.
have [p [pp lp /= /andP [_ al]]] := to_root B i j k; apply: (dominated_along pp).
  by apply/allP => v /(allP al) /eqP; exact: out.
by rewrite lp.
Qed.

(** Lemma 2: how many roots a dominator has behind it.  Those of trees that it does not hit form a
    rectangle at most, each row and column of which takes [d] operands. *)
Lemma rectangle (D : {set V}) (R : {set I * J}) :
  (forall ij, ij \in R -> dominated E D (root ij) /\ ij \notin hitsC own D) ->
  #|R| * d ^ 2 <= #|hitsA own D| * #|hitsB own D|.
Proof.
move=> HR; pose X := [set ij.1 | ij in R]; pose Y := [set ij.2 | ij in R].
have cR : #|R| <= #|X| * #|Y|.
  rewrite -cardsX; apply: subset_leq_card; apply/subsetP => -[i j] h.
  by rewrite inE /=; apply/andP; split; apply/imsetP; exists (i, j).
have cX : #|X| * d <= #|hitsA own D|.
  rewrite -[d]cardsT -cardsX; apply: subset_leq_card; apply/subsetP => -[i k].
  rewrite inE => /andP [/imsetP [[i' j] /HR [dr cl] /= ->] _].
  by have [dp pD] := clean_root k dr cl; have [] := hit_operands dp pD.
have cY : #|Y| * d <= #|hitsB own D|.
  rewrite -[d]cardsT -cardsX; apply: subset_leq_card; apply/subsetP => -[j k].
  rewrite inE => /andP [/imsetP [[i j'] /HR [dr cl] /= ->] _].
  by have [dp pD] := clean_root k dr cl; have [] := hit_operands dp pD.
apply: (@leq_trans ((#|X| * #|Y|) * d ^ 2)); first by rewrite leq_mul2r cR orbT.
by rewrite -mulnn mulnACA leq_mul.
Qed.

Lemma root_count (D W : {set V}) : dominates E D W ->
  exists2 r, #|[set ij | root ij \in W]| <= #|hitsC own D| + r
           & r * d ^ 2 <= #|hitsA own D| * #|hitsB own D|.
Proof.
move=> dm; set R := [set ij | _]; exists #|R :\: hitsC own D|.
  by rewrite -(cardsID (hitsC own D) R) leq_add2r subset_leq_card // subsetIr.
by apply: rectangle => ij; rewrite in_setD [_ \in R]inE => /andP [cl rW]; split; [exact: dm|].
Qed.

(** Lemma 3: how many products.  [H] is dominated by [D]; the tree of each product has a vertex in [L]
    or its root in [H].  Loomis-Whitney bounds the products that are not in [D] themselves. *)
Lemma product_count (D H L : {set V}) (W : {set I * J * K}) : dominates E D H ->
  (forall i j k, (i, j, k) \in W -> pr i j k \in H /\ ((i, j) \in hitsC own L \/ root (i, j) \in H)) ->
  let a := #|hitsA own D| in let b := #|hitsB own D| in let c := #|classC own D| in
  exists2 e, #|W| <= c + e & (e * d) ^ 2 <= a * b * ((#|hitsC own L| + c) * d ^ 2 + a * b).
Proof.
move=> dm HW a b c; pose PD := [set w in W | pr w.1.1 w.1.2 w.2 \in D].
have cPD : #|PD| <= c.
  rewrite -(card_imset PD (pr_inj B)); apply: subset_leq_card.
  apply/subsetP => v /imsetP [[[i j] k]]; rewrite !inE /= => /andP [_ vD] ->.
  by rewrite vD pr_own.
exists #|W :\: PD|.
  by rewrite -(cardsID PD W) leq_add2r; apply: leq_trans cPD; rewrite subset_leq_card // subsetIr.
have [r cr r2] := root_count dm.
pose C := hitsC own L :|: [set ij | root ij \in H].
have lw : #|W :\: PD| ^ 2 <= #|C| * (a * b).
  apply: loomis_whitney => i j k; rewrite !inE /= => /andP [nPD wW].
  rewrite wW /= in nPD; have [pH act] := HW _ _ _ wW.
  have [ha hb] := hit_operands (dm _ pH) nPD; rewrite !inE in ha hb.
  by split=> //; apply/orP; case: act => [|->]; rewrite ?inE; [left|right].
have cC : #|C| * d ^ 2 <= (#|hitsC own L| + c) * d ^ 2 + a * b.
  apply: (@leq_trans ((#|hitsC own L| + (#|hitsC own D| + r)) * d ^ 2)).
    by rewrite leq_mul2r; apply/orP; right; apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2l.
  rewrite addnA mulnDl; apply: leq_add r2; rewrite leq_mul2r; apply/orP; right.
  by rewrite leq_add2l hitsC_le.
rewrite expnMn mulnC; apply: (@leq_trans (d ^ 2 * (#|C| * (a * b)))); first by rewrite leq_mul2l lw orbT.
by rewrite mulnA [d ^ 2 * _]mulnC mulnC leq_mul2l cC orbT.
Qed.

(** ** In a segment of a schedule *)
Section Run.
Variables (mv : nat -> move V) (out : pred V) (T M N : nat).
Hypothesis T_gt0 : 0 < T.
Hypothesis run : complete_run E mv out M N.
Hypothesis good : well_formed E out.

(** The tree of a product that is usefully computed in a segment has a vertex left of the segment, or
    its root held in it. *)
Lemma active_tree s i j k t : useful E mv N (pr i j k) t -> seg mv T t = s ->
  (i, j) \in hitsC own (left E mv T N s) \/ root (i, j) \in held E mv T N s.
Proof.
move=> ut st; pose tree := [pred v | own v == Some (LC _ (i, j))].
have pt : tree (pr i j k) by rewrite /= pr_own.
have [[z zL /eqP tz]|[u [w [l [/eqP tu uw nw [ul sl]]]]]] := useful_exit T_gt0 ut st pt.
  by left; rewrite inE; apply/hitP; exists z.
right; have [e|<-] := tree_closed B tu uw; first by rewrite /= e eqxx in nw.
exact: useful_held ul sl.
Qed.

(** Roots held in a segment, and products usefully computed in it (Lemmas 2 and 3 with Lemma 1). *)
Lemma segment_roots s : s * T <= ioc mv N ->
  exists2 r, #|[set ij | root ij \in held E mv T N s]| <= #|classC own (avail E mv T N s)| + r
  & r * d ^ 2 <= #|classA own (avail E mv T N s)| * #|classB own (avail E mv T N s)|.
Proof.
move=> paid; have dm := held_dominated T_gt0 (run_legal run) paid.
have [r h1 h2] := root_count dm; exists r.
  by apply: leq_trans h1 _; rewrite leq_add2r hitsC_le.
by apply: leq_trans h2 _; apply: leq_mul; [exact: hitsA_le|exact: hitsB_le].
Qed.

Lemma segment_products s (W : {set I * J * K}) : s * T <= ioc mv N ->
  (forall i j k, (i, j, k) \in W -> exists2 t, useful E mv N (pr i j k) t & seg mv T t = s) ->
  let D := avail E mv T N s in
  let a := #|classA own D| in let b := #|classB own D| in let c := #|classC own D| in
  let m := #|classC own (left E mv T N s)| in
  exists2 e, #|W| <= c + e & (e * d) ^ 2 <= a * b * ((m + c) * d ^ 2 + a * b).
Proof.
move=> paid HW D a b c m; have dm := held_dominated T_gt0 (run_legal run) paid.
have [|e h1 h2] := @product_count D _ (left E mv T N s) W dm.
  move=> i j k /HW [t ut st]; split; first exact: useful_held ut st.
  exact: active_tree ut st.
exists e => //; apply: leq_trans h2 _.
have ha := hitsA_le own D; have hb := hitsB_le own D; have hm := hitsC_le own (left E mv T N s).
by apply: leq_mul; [exact: leq_mul|apply: leq_add; [rewrite leq_mul2r leq_add2r hm orbT|exact: leq_mul]].
Qed.
End Run.
End Product.
