// Behaviour of the list of statements, of links, copying, theme and paper. Without a script all of it can be read.
"use strict";
document.documentElement.classList.add("has-js");

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const made = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

// Everything that can be reached from a start.
const reach = (start, next) => {
  const seen = new Set([start]);
  for (const at of seen) for (const to of next(at)) seen.add(to);
  return seen;
};

const remembered = {
  read: key => { try { return localStorage.getItem(key); } catch { return null; } },
  write: (key, value) => { try { localStorage.setItem(key, value); } catch { /* a file may have no storage */ } },
};

// A filter of words (all must occur), levels (any), and what a theorem rests on; `changed` hears which ids remain.
function filter(graph, changed) {
  const find = one("#find"), under = one("#under"), chips = all(".chip"), count = one("#count");
  const statements = all("details.statement"), groups = all(".group");
  const apply = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const levels = new Set(chips.filter(chip => chip.getAttribute("aria-pressed") === "true").map(chip => chip.dataset.level));
    const cone = under.value ? reach(under.value, id => graph.uses(id)) : null;
    const left = new Set();
    for (const statement of statements) {
      const kept = words.every(word => statement.dataset.search.includes(word))
        && (!levels.size || levels.has(statement.dataset.level)) && (!cone || cone.has(statement.id));
      statement.hidden = !kept;
      if (kept) left.add(statement.id);
    }
    for (const group of groups) group.hidden = !all("details.statement", group).some(statement => !statement.hidden);
    count.textContent = `${left.size} of ${statements.length}`;
    one("#none").hidden = left.size > 0;
    one("#clear").hidden = left.size === statements.length;
    changed(left);
  };
  const press = (chip, on) => chip.setAttribute("aria-pressed", String(on));
  const clear = () => {
    find.value = under.value = "";
    chips.forEach(chip => press(chip, false));
    apply();
  };
  find.addEventListener("input", apply);
  under.addEventListener("change", apply);
  for (const chip of chips) {
    chip.addEventListener("click", () => { press(chip, chip.getAttribute("aria-pressed") !== "true"); apply(); });
  }
  for (const button of [one("#clear"), one("#clear-too")]) {
    button.addEventListener("click", () => { clear(); find.focus(); });
  }
  for (const band of all("[data-pick]")) {
    band.addEventListener("click", () => {
      clear();
      chips.filter(chip => chip.dataset.level === band.dataset.pick).forEach(chip => press(chip, true));
      apply();
    });
  }
  one("#tools").addEventListener("submit", event => event.preventDefault());
  addEventListener("keydown", event => {
    const typing = event.target.closest?.("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      find.focus();
      find.select();
    }
    if (event.key === "Escape" && event.target === find) clear();
  });
  if (find.value || under.value) apply(); // a browser may restore what was typed
  return clear;
}

// A link to a statement opens it, even if a filter hides it, and even if it is where the page already is.
function links(clear) {
  const open = () => {
    let target = null;
    try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    if (!target?.matches("details.statement")) return;
    if (target.hidden) clear();
    target.open = true;
    target.scrollIntoView({ block: "start" });
    one("summary", target).focus({ preventScroll: true });
    all(".here").forEach(element => element.classList.remove("here"));
    target.classList.add("here");
  };
  addEventListener("hashchange", open);
  document.addEventListener("click", event => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.getAttribute("href") === location.hash) setTimeout(open);
  });
  if (document.readyState === "complete") open();
  else addEventListener("load", () => setTimeout(open)); // later than the browser, which goes to the address itself
}

// What is wider than its box can be reached with the keyboard, so that arrows can scroll it.
function scrolling() {
  const reachable = () => {
    for (const box of all(".theorems .goal, .verdict p, .where, .claim .equation, .words, .range, .definitions, .given")) {
      const wide = box.scrollWidth > box.clientWidth + 1;
      for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "A wide formula"]]) {
        if (wide) box.setAttribute(name, value);
        else box.removeAttribute(name);
      }
    }
  };
  addEventListener("resize", reachable);
  document.addEventListener("toggle", reachable, true); // what was closed had no width
  document.fonts.ready.then(reachable);
}

function copying() {
  document.addEventListener("click", async event => {
    const button = event.target.closest(".copy");
    if (!button || button.dataset.said) return;
    button.dataset.said = button.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "copied";
    } catch { // where there is no clipboard, the old way
      const area = Object.assign(made("textarea", "hidden"), { value: button.dataset.copy, readOnly: true });
      button.after(area);
      area.select();
      button.textContent = document.execCommand("copy") ? "copied" : "press Ctrl C";
      area.remove();
    }
    setTimeout(() => { button.textContent = button.dataset.said; delete button.dataset.said; }, 1600);
  });
}

function themes() {
  const button = one("#theme"), names = ["auto", "light", "dark"], key = "pebbleproof-theme";
  let now = names.includes(remembered.read(key)) ? remembered.read(key) : "auto";
  const paint = () => {
    if (now === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = now;
    one("#theme-name").textContent = now;
    button.setAttribute("aria-label", `Theme: ${now}. Change`);
  };
  button.addEventListener("click", () => {
    now = names[(names.indexOf(now) + 1) % names.length];
    remembered.write(key, now);
    paint();
  });
  paint();
}

// On paper every statement is open; certificates, which would fill a book, are as the reader left them.
function printing() {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details.statement:not([open])");
    closed.forEach(details => { details.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach(details => { details.open = false; }));
}

document.addEventListener("DOMContentLoaded", () => {
  const graph = drawGraph(JSON.parse(one("#graph-data").textContent));
  links(filter(graph, graph.dim));
  copying();
  themes();
  scrolling();
  printing();
});
