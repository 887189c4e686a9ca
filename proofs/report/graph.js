// The dependency graph: a view is chosen, a box lights up all that it rests on and carries, arrows walk along edges.
function drawGraph(data) {
  const svg = one("#dag"), edges = one("#edges"), peek = one("#peek"), hint = peek.firstElementChild;
  const choice = one("#view"), back = one("#overview"), narrow = matchMedia("(max-width: 760px)");
  const nodes = new Map(all("a.node", svg).map(node => [Number(node.dataset.node), node]));
  const number = new Map(data.anchors.map((anchor, at) => [anchor, at]));
  const views = Object.values(data.views), keys = Object.keys(data.views);
  const row = 34, gutter = 100, list = 350, box = 206;
  const usedBy = data.uses.map(() => []);
  data.uses.forEach((used, user) => used.forEach(at => usedBy[at].push(user)));
  let places = new Map(), lines = [], left = null;

  const next = (at, forwards) => lines.filter(line => line[forwards ? 0 : 1] === at).map(line => line[forwards ? 1 : 0]);
  const arc = (a, b, length) => {
    const low = (Math.min(a, b) + .5) * row, high = (Math.max(a, b) + .5) * row;
    const out = gutter - 1.3 * (10 + 66 * Math.min(1, (Math.abs(a - b) / length) ** .6));
    return `M${gutter} ${low}C${out} ${low} ${out} ${high} ${gutter} ${high}`;
  };

  // One view; on a narrow screen its boxes stand in rows, and its edges are arcs beside them.
  const show = view => {
    const rows = new Map(view.places.map(([at], order) => [at, order]));
    const [width, height] = narrow.matches ? [list, view.places.length * row] : view.size;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    places = new Map(view.places.map(([at, x, y]) => [at, narrow.matches ? [gutter, (rows.get(at) + .5) * row] : [x, y]]));
    for (const [at, node] of nodes) {
      node.classList.toggle("out", !places.has(at));
      if (!places.has(at)) continue;
      node.setAttribute("transform", `translate(${places.get(at).join(" ")})`);
      const wide = narrow.matches ? list - gutter - 2 : box;
      one("rect", node).setAttribute("width", wide);
      one("svg", node).setAttribute("width", wide - (node.matches(".held") ? 52 : 32));
      one(".own", node)?.setAttribute("x", wide - 18);
    }
    lines = view.edges;
    edges.replaceChildren(...lines.map(([user, used, path, decides]) => {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      line.setAttribute("d", narrow.matches ? arc(rows.get(user), rows.get(used), view.places.length) : path);
      line.setAttribute("class", decides ? `edge decides lv-${data.levels[used]}` : "edge");
      return line;
    }));
    const first = view.places[0]?.[0];
    nodes.forEach((node, at) => node.setAttribute("tabindex", at === first ? "0" : "-1"));
    back.hidden = keys[choice.value] === keys[0];
    unlight();
  };

  const light = at => {
    const below = reach(at, one => next(one, true)), above = reach(at, one => next(one, false));
    svg.classList.add("lit");
    nodes.forEach((node, other) => {
      node.classList.toggle("on", below.has(other) || above.has(other));
      node.classList.toggle("self", other === at);
    });
    [...edges.children].forEach((line, order) => {
      const [user, used] = lines[order];
      line.classList.toggle("on", (below.has(user) && below.has(used)) || (above.has(user) && above.has(used)));
    });
    tell(at);
  };
  const unlight = () => {
    svg.classList.remove("lit");
    all(".on, .self", svg).forEach(element => element.classList.remove("on", "self"));
    peek.replaceChildren(hint);
  };
  const tell = at => {
    const statement = document.getElementById(data.anchors[at]);
    const rests = reach(at, other => data.uses[other]).size - 1, carries = reach(at, other => usedBy[other]).size - 1;
    const line = made("span", "line");
    line.append(one(".mark", statement).cloneNode(true), made("b", "", one(".name", statement).textContent));
    line.append(one(".title", statement).cloneNode(true), one(".goal", statement).cloneNode(true));
    const tail = `${statement.dataset.level} · rests on ${rests} · carries ${carries}`;
    peek.replaceChildren(line, made("span", "tail", tail));
  };

  for (const [at, node] of nodes) {
    node.addEventListener("pointerenter", () => light(at));
    node.addEventListener("pointerleave", () => document.activeElement !== node && unlight());
    node.addEventListener("focus", () => light(at));
    node.addEventListener("blur", unlight);
  }
  const walk = (at, key) => {
    const [x, y] = places.get(at);
    const near = found => found.sort((a, b) => Math.abs(places.get(a)[1] - y) - Math.abs(places.get(b)[1] - y))[0];
    const order = [...places.keys()];
    const column = order.filter(other => places.get(other)[0] === x).sort((a, b) => places.get(a)[1] - places.get(b)[1]);
    const here = column.indexOf(at);
    return {
      ArrowRight: () => near(next(at, true)),
      ArrowLeft: () => near(next(at, false)),
      ArrowDown: () => column[here + 1],
      ArrowUp: () => column[here - 1],
      Home: () => order[0],
      End: () => order.at(-1),
    }[key]?.();
  };
  svg.addEventListener("keydown", event => {
    const node = document.activeElement.closest("a.node");
    if (!node) return;
    if (event.key === "Escape") node.blur();
    if (!/^(Arrow.*|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    const to = walk(Number(node.dataset.node), event.key);
    if (to === undefined) return;
    nodes.forEach((other, at) => other.setAttribute("tabindex", at === to ? "0" : "-1"));
    nodes.get(to).focus();
    nodes.get(to).scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const choose = at => { choice.value = String(at); show(views[at]); };
  choice.addEventListener("change", () => choose(Number(choice.value)));
  back.addEventListener("click", () => { choose(0); choice.focus(); });
  narrow.addEventListener("change", () => choose(Number(choice.value)));

  // A statement's own picture if it is a theorem, else the smallest one that it stands in.
  const pictureOf = at => {
    const holding = views.map((view, order) => [view.places.length, order]).filter(([, order]) => views[order].places.some(([other]) => other === at));
    const own = keys.findIndex((key, order) => order > 1 && views[order].places[0][0] === at);
    return own >= 0 ? own : holding.sort(([a], [b]) => a - b)[0]?.[1];
  };
  document.addEventListener("click", event => {
    const link = event.target.closest("[data-show]");
    const at = link ? number.get(link.dataset.show) : undefined;
    const picture = at === undefined ? undefined : pictureOf(at);
    if (picture === undefined) return;
    choose(picture);
    setTimeout(() => nodes.get(at).focus({ preventScroll: true }));
  });
  choose(0);

  return {
    uses: anchor => data.uses[number.get(anchor)].map(at => data.anchors[at]),
    dim: kept => {
      left = kept.size === data.anchors.length ? null : kept;
      nodes.forEach((node, at) => node.classList.toggle("off", left !== null && !left.has(data.anchors[at])));
    },
  };
}
