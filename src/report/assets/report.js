/* Ways to move through a page that is complete without them: choosing and filtering findings,
 * stepping through events and interleavings, explaining rules, copying the command. Text only ever
 * moves as text nodes and cloned elements, never as markup. */
"use strict";
(function () {
  const root = document.documentElement;
  const all = (selector, inside) => Array.from((inside || document).querySelectorAll(selector));
  const SCROLLS = "pre, .scroll"; /* these use the arrow keys themselves */
  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text) element.textContent = text;
    return element;
  };
  const format = (value) => BigInt(value).toLocaleString("en"); /* of 64 bits, some of them */

  /* Dark and light: the system decides until the button is used; nothing is stored. */
  function setUpTheme() {
    const button = document.querySelector("button.theme");
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
    const show = () => {
      button.lastElementChild.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
    };
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      show();
    });
    system.addEventListener("change", show);
    show();
  }

  /* A disabled button loses the focus; so the ends are said, not enforced. */
  const enable = (button, on) => button.setAttribute("aria-disabled", String(!on));

  /* The stepper of one finding, interleaving or execution. Event numbers are those of the document, from
   * data-first on. */
  class Stepper {
    constructor(section) {
      this.section = section;
      this.now = section.querySelector(".now");
      this.output = section.querySelector("output");
      this.diagram = section.querySelector(".diagram");
      this.buttons = {};
      for (const button of all("button[data-step]", section)) {
        this.buttons[button.dataset.step] = button;
        button.addEventListener("click", () => this.step(button.dataset.step, false));
      }
      const picture = section.querySelector(".spacetime");
      picture.setAttribute("role", "group");
      picture.addEventListener("click", (click) => {
        const event = click.target.closest(".event");
        if (event) this.select(Number(event.dataset.event), true);
      });
      section.addEventListener("keydown", (key) => this.key(key));
      this.load();
    }

    /* Takes up what the section now shows. */
    load() {
      this.events = all(".event", this.section);
      this.rows = all("tr[data-event]", this.section);
      this.links = all(".spacetime [data-to]", this.section);
      this.first = Number(this.now.dataset.first);
      this.total = Number(this.now.dataset.total);
      this.current = undefined;
      for (const event of this.events) {
        event.setAttribute("role", "button");
        event.setAttribute("tabindex", "-1");
        event.setAttribute("aria-label", event.querySelector("title").textContent);
      }
      this.select(this.total, false);
    }

    key(key) {
      if (key.altKey || key.ctrlKey || key.metaKey) return;
      const steps = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
      const event = key.target.closest(".event");
      if (key.target.closest(SCROLLS)) return;
      if (steps[key.key]) this.step(steps[key.key], event !== null);
      else if (event && (key.key === "Enter" || key.key === " "))
        this.select(Number(event.dataset.event), true);
      else return;
      key.preventDefault();
      key.stopPropagation();
    }

    step(where, focus) {
      const to = { first: this.first, previous: this.current - 1, next: this.current + 1, last: this.total }[where];
      this.select(Math.min(Math.max(to, this.first), this.total), focus);
    }

    select(number, focus) {
      const before = this.current;
      this.current = number;
      this.output.textContent = "Event " + format(number) + " of " + format(this.total);
      for (const event of this.events) {
        const own = Number(event.dataset.event);
        event.classList.toggle("current", own === number);
        event.classList.toggle("later", own > number);
        event.setAttribute("tabindex", own === number ? "0" : "-1");
        if (own === number) event.setAttribute("aria-current", "step");
        else event.removeAttribute("aria-current");
      }
      for (const link of this.links) {
        const from = Number(link.dataset.from), to = Number(link.dataset.to);
        link.classList.toggle("later", Math.max(from, to) > number);
        link.classList.toggle("touched", from === number || to === number);
      }
      enable(this.buttons.first, number > this.first);
      enable(this.buttons.previous, number > this.first);
      enable(this.buttons.next, number < this.total);
      enable(this.buttons.last, number < this.total);
      this.show(this.rows[number - this.first]);
      this.reveal(this.events[number - this.first], before !== undefined);
      if (focus) this.events[number - this.first].focus({ preventScroll: true });
    }

    show(row) {
      for (const other of this.rows) other.classList.toggle("current", other === row);
      const [rank, call, state, place, match] = Array.from(row.cells).slice(1);
      const head = make("p", "now-head");
      head.append(make("b", "", rank.textContent), " ", state.firstElementChild.cloneNode(true));
      const parts = [head, call.firstElementChild.cloneNode(true)];
      if (match.textContent) parts.push(make("p", "reason", match.textContent));
      parts.push(make("p", "where", place.textContent));
      const source = this.section.closest(".finding, .interleavings, .execution").querySelector('.source[data-place="' + row.dataset.place + '"]');
      parts.push(source ? source.cloneNode(true) : make("p", "missing", "The place in the source is not known."));
      this.now.replaceChildren(...parts);
    }

    /* Scrolls the diagram alone, never the page; at first not sideways, to begin with rank 0. */
    reveal(event, sideways) {
      const box = event.getBoundingClientRect(), frame = this.diagram.getBoundingClientRect();
      const room = 48;
      if (box.height === 0) return;
      if (box.top < frame.top + room) this.diagram.scrollTop -= frame.top + room - box.top;
      else if (box.bottom > frame.bottom) this.diagram.scrollTop += box.bottom - frame.bottom + 8;
      if (!sideways) return;
      if (box.left < frame.left) this.diagram.scrollLeft -= frame.left - box.left + 8;
      else if (box.right > frame.right) this.diagram.scrollLeft += box.right - frame.right + 8;
    }
  }

  /* The panel of one document's interleavings. The rows of its list say how each is put together
   * from the parts in the templates (html.h, struct html_record); one is drawn at a time. */
  class Interleavings {
    constructor(section) {
      const parts = (name) => section.querySelector("template." + name).content;
      this.section = section;
      this.rows = all(".all tbody tr", section);
      this.drawn = Array.from(parts("drawn").firstElementChild.children);
      this.lines = Array.from(parts("rows").children);
      this.words = Array.from(parts("words").children);
      this.walk = section.querySelector(".walk");
      this.output = this.walk.querySelector("output");
      this.about = section.querySelector(".about");
      this.only = section.querySelector("button.only");
      this.trace = section.querySelector(".trace");
      this.stepper = this.trace && new Stepper(this.trace);
      this.shown = this.rows;
      this.buttons = {};
      for (const button of all("button[data-walk]", this.walk)) {
        this.buttons[button.dataset.walk] = button;
        button.addEventListener("click", () => this.step(button.dataset.walk));
      }
      if (this.only) this.only.addEventListener("click", () => this.filter());
      section.addEventListener("keydown", (key) => this.key(key));
      this.select(this.rows[Number(this.walk.dataset.start)]);
    }

    /* The arrow keys step through events in the picture, and through interleavings beside it. */
    key(key) {
      const steps = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
      if (key.altKey || key.ctrlKey || key.metaKey || !steps[key.key] || key.target.closest(SCROLLS)) return;
      this.step(steps[key.key]);
      key.preventDefault();
      key.stopPropagation();
    }

    step(where) {
      const at = this.shown.indexOf(this.current), last = this.shown.length - 1;
      const to = { first: 0, previous: at - 1, next: at + 1, last }[where];
      this.visit(this.shown[Math.min(Math.max(to, 0), last)]);
    }

    /* What is shown stays if it fails; otherwise the next one that does comes instead. */
    filter() {
      const on = this.only.getAttribute("aria-pressed") !== "true";
      const fails = (row) => row.classList.contains("fails");
      this.only.setAttribute("aria-pressed", String(on));
      this.shown = on ? this.rows.filter(fails) : this.rows;
      const from = this.rows.indexOf(this.current);
      const next = this.shown.find((row) => this.rows.indexOf(row) >= from);
      this.visit(next || this.shown[this.shown.length - 1]);
    }

    visit(row) {
      this.select(row);
      history.replaceState(null, "", "#" + row.id);
    }

    /* From elsewhere on the page: a row that is filtered out puts an end to the filter. */
    open(row) {
      if (!this.shown.includes(row)) this.filter();
      this.visit(row);
      this.section.scrollIntoView();
    }

    select(row) {
      const at = this.shown.indexOf(row);
      const before = this.shown[at - 1];
      const number = format(row.cells[0].textContent);
      this.current = row;
      for (const other of this.rows) other.classList.toggle("current", other === row);
      this.output.replaceChildren(
        format(at + 1) + " of " + format(this.shown.length) + (this.shown === this.rows ? "" : " that fail"),
        make("small", "", "No. " + number + " of " + format(this.walk.dataset.explored) + " explored"),
      );
      enable(this.buttons.first, at > 0);
      enable(this.buttons.previous, at > 0);
      enable(this.buttons.next, at < this.shown.length - 1);
      enable(this.buttons.last, at < this.shown.length - 1);
      this.describe(row);
      if (!this.stepper) return;
      this.trace.hidden = !row.dataset.picture;
      if (!row.dataset.picture) return;
      this.draw(row);
      if (before && before.dataset.picture) this.compare(row, before);
      this.stepper.load();
    }

    describe(row) {
      const [, outcome, findings, choices, result] = row.cells;
      const head = make("p", "now-head");
      head.append(make("b", "", "Outcome "), outcome.firstElementChild.cloneNode(true));
      if (result.textContent) head.append(make("span", "reason", " result " + result.textContent));
      const parts = [head];
      if (choices.textContent) parts.push(make("p", "", choices.textContent));
      if (findings.firstChild) {
        const shows = make("p", "", "Shows ");
        shows.append(...Array.from(findings.childNodes, (node) => node.cloneNode(true)));
        parts.push(shows);
      }
      this.about.replaceChildren(...parts);
    }

    draw(row) {
      const picture = row.dataset.picture.split(";").map((part) => part.split(" "));
      const [width, height, head] = picture.shift();
      const [legend] = picture.pop();
      const heading = this.trace.querySelector("h4");
      const note = heading.nextElementSibling;
      heading.textContent = "Interleaving " + format(row.cells[0].textContent);
      if (note.classList.contains("note")) note.remove();
      if (row.dataset.cut !== "0") heading.after(this.words[row.dataset.cut - 1].cloneNode(true));
      const fill = (svg, tall, parts) => {
        svg.setAttribute("width", width);
        svg.setAttribute("height", tall);
        svg.setAttribute("viewBox", "0 0 " + width + " " + tall);
        svg.replaceChildren(...parts);
      };
      fill(this.trace.querySelector("svg.ranks"), 34, [this.drawn[head - 1].cloneNode(true)]);
      fill(this.trace.querySelector("svg.spacetime"), height, picture.map((part) => this.place(part)));
      this.trace.querySelector(".legend").replaceWith(this.words[legend - 1].cloneNode(true));
      const events = row.dataset.events.split(";").map((event) => event.split(" "));
      const first = row.dataset.total - events.length + 1;
      this.trace.querySelector("tbody").replaceChildren(...events.map((event, i) => this.line(event, first + i)));
      this.stepper.now.dataset.first = first;
      this.stepper.now.dataset.total = row.dataset.total;
    }

    place([piece, x, y, from, to]) {
      const part = this.drawn[piece - 1].cloneNode(true);
      part.setAttribute("transform", "translate(" + x + " " + y + ")");
      if (to) {
        part.dataset.from = from;
        part.dataset.to = to;
      } else if (from) {
        part.dataset.event = from;
        part.querySelector("title").prepend("Event " + from + ", ");
        part.querySelector(".number").textContent = from;
      }
      return part;
    }

    line([piece, words], number) {
      const line = this.lines[piece - 1].cloneNode(true);
      line.dataset.event = number;
      line.cells[0].textContent = number;
      if (words !== "0") line.cells[5].textContent = this.words[words - 1].textContent;
      return line;
    }

    /* The messages of an interleaving by the calls that they join. A call is the same one in two
     * interleavings if its rank has made as many calls before it. */
    messages(row) {
      const events = row.dataset.events.split(";").map((event) => event.split(" ").slice(2).join("."));
      const first = row.dataset.total - events.length + 1;
      const found = new Map();
      for (const part of row.dataset.picture.split(";")) {
        const [piece, , , from, to] = part.split(" ");
        if (to && this.drawn[piece - 1].matches(".message, .wildcard"))
          found.set(events[from - first] + ">" + events[to - first], [from, to]);
      }
      return found;
    }

    /* Marks the messages that the interleaving before did not have, and says which they are. */
    compare(row, before) {
      const MOST = 6;
      const now = this.messages(row), then = this.messages(before);
      const fresh = Array.from(now.keys()).filter((key) => !then.has(key)).map((key) => now.get(key));
      const gone = Array.from(then.keys()).filter((key) => !now.has(key)).length;
      const marks = new Set(fresh.map(([from, to]) => from + " " + to));
      for (const arrow of all(".spacetime .message, .spacetime .wildcard", this.trace))
        arrow.classList.toggle("changed", marks.has(arrow.dataset.from + " " + arrow.dataset.to));
      const count = (number, one) => format(number) + " " + one + (number === 1 ? "" : "s");
      const said = fresh.length || gone
        ? count(fresh.length, "message") + (fresh.length === 1 ? " is" : " are") + " new, " + format(gone) + (gone === 1 ? " is" : " are") + " gone"
        : "the messages are the same";
      this.about.append(make("p", fresh.length ? "difference" : "", "Compared with interleaving " + format(before.cells[0].textContent) + ": " + said + "."));
      const list = make("ul", "changes");
      for (const [, to] of fresh.slice(0, MOST)) list.append(this.change(to));
      if (fresh.length > MOST) list.append(make("li", "", "and " + format(fresh.length - MOST) + " more"));
      if (fresh.length) this.about.append(list);
    }

    change(number) {
      const line = this.trace.querySelector('tr[data-event="' + number + '"]');
      const [event, rank, call, , , match] = line.cells;
      const button = make("button", "", "Event " + event.textContent + ", " + rank.textContent);
      button.type = "button";
      button.addEventListener("click", () => this.stepper.select(Number(number), true));
      const item = make("li");
      item.append(button, " ", make("b", "", call.querySelector("b").textContent), " " + match.textContent);
      return item;
    }
  }

  /* The list of one document and the finding that it shows. */
  class Workspace {
    constructor(element) {
      this.element = element;
      this.items = all(".list li", element);
      this.filter = element.querySelector(".filter");
      this.steppers = new Map();
      this.current = null;
      element.querySelector(".list").addEventListener("click", (click) => {
        const item = click.target.closest("li");
        if (!item || click.ctrlKey || click.metaKey || click.shiftKey) return;
        click.preventDefault();
        this.select(item, true);
      });
      element.querySelector(".list").addEventListener("keydown", (key) => {
        if (!key.target.closest("li") || key.altKey || key.ctrlKey || key.metaKey) return;
        const by = { ArrowDown: 1, ArrowUp: -1 }[key.key];
        if (!by) return;
        key.preventDefault();
        this.move(by, true);
      });
      if (this.filter) this.setUpFilter();
      if (this.items.length) this.select(this.items[0], false);
    }

    article(item) {
      return document.getElementById(item.querySelector("a").hash.slice(1));
    }

    select(item, byUser) {
      if (this.current) {
        this.article(this.current).classList.remove("current");
        this.current.querySelector("a").removeAttribute("aria-current");
      }
      this.current = item;
      const article = this.article(item);
      article.classList.add("current");
      item.querySelector("a").setAttribute("aria-current", "true");
      const trace = article.querySelector(".trace");
      if (trace && !this.steppers.has(article)) this.steppers.set(article, new Stepper(trace));
      if (!byUser) return;
      history.replaceState(null, "", "#" + article.id);
      const box = article.getBoundingClientRect();
      if (box.top < 0 || box.top > innerHeight * 0.6) article.scrollIntoView();
    }

    move(by, focus) {
      const shown = this.items.filter((item) => !item.hidden);
      const at = shown.indexOf(this.current);
      const next = shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)];
      if (!next) return;
      this.select(next, false);
      history.replaceState(null, "", "#" + this.article(next).id);
      const link = next.querySelector("a");
      if (focus) link.focus();
      link.scrollIntoView({ block: "nearest" });
    }

    setUpFilter() {
      this.texts = this.items.map((item) => item.textContent.toLowerCase());
      this.search = this.filter.querySelector("input");
      this.rule = this.filter.querySelector("select");
      this.severities = all("button[data-severity]", this.filter);
      this.search.addEventListener("input", () => this.apply());
      this.rule.addEventListener("change", () => this.apply());
      for (const button of this.severities)
        button.addEventListener("click", () => {
          button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
          this.apply();
        });
    }

    apply() {
      const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const off = new Set(this.severities.filter((button) => button.getAttribute("aria-pressed") !== "true").map((button) => button.dataset.severity));
      let shown = 0;
      this.items.forEach((item, i) => {
        item.hidden =
          off.has(item.dataset.severity) ||
          (this.rule.value !== "" && item.dataset.rule !== this.rule.value) ||
          !words.every((word) => this.texts[i].includes(word));
        if (!item.hidden) shown++;
      });
      this.filter.querySelector(".result").textContent =
        shown === this.items.length ? "" : shown === 0 ? "No finding fits." : "Showing " + shown + " of " + this.items.length;
      if (shown > 0 && this.current.hidden) this.select(this.items.find((item) => !item.hidden), false);
    }
  }

  function setUpRules() {
    const dialog = document.querySelector(".rule-dialog");
    document.addEventListener("click", (click) => {
      const link = click.target.closest("a.rule");
      if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
      click.preventDefault();
      const page = document.getElementById(link.hash.slice(1)).cloneNode(true);
      page.removeAttribute("id");
      const close = make("button", "", "Close");
      close.type = "button";
      close.addEventListener("click", () => dialog.close());
      dialog.replaceChildren(close, page);
      dialog.showModal();
    });
    dialog.addEventListener("click", (click) => {
      if (click.target === dialog) dialog.close();
    });
  }

  async function copy(button) {
    const code = button.parentElement.querySelector("code");
    const label = button.querySelector("span");
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch (refused) {
      /* A page from a file may not have the clipboard: the old way needs a selection. */
      getSelection().selectAllChildren(code);
      if (!document.execCommand("copy")) return;
    }
    label.textContent = "Copied";
    setTimeout(() => (label.textContent = "Copy"), 2000);
  }

  /* Where a link leads or the address says. False: to nothing that needs to be shown first. */
  function follow(hash, workspaces, panels) {
    const target = document.getElementById(hash.slice(1));
    const panel = target && panels.find((one) => one.rows.includes(target));
    if (panel) panel.open(target);
    const finding = target && target.closest(".finding");
    const workspace = finding && workspaces.find((one) => one.element.contains(finding));
    const item = workspace && workspace.items.find((one) => workspace.article(one) === finding);
    if (item) workspace.select(item, true);
    return Boolean(panel || item);
  }

  function pageKey(key, workspaces, panels) {
    if (key.altKey || key.ctrlKey || key.metaKey || key.target.closest("input, select, dialog")) return;
    const home = key.target.closest(".document");
    const panel = panels.find((one) => home && home.contains(one.section)) || panels[0];
    if (panel && (key.key === "n" || key.key === "p")) {
      panel.step(key.key === "n" ? "next" : "previous");
      key.preventDefault();
      return;
    }
    const workspace = workspaces.find((one) => one.element.contains(key.target)) || workspaces[0];
    if (!workspace) return;
    const stepper = workspace.steppers.get(workspace.article(workspace.current));
    const inList = key.target.closest(".list") !== null;
    const arrow = key.key === "ArrowRight" || key.key === "ArrowLeft";
    if (key.key === "j") workspace.move(1, inList);
    else if (key.key === "k") workspace.move(-1, inList);
    else if (key.key === "/" && workspace.search) workspace.search.focus();
    else if (arrow && stepper && !key.target.closest(SCROLLS))
      stepper.step(key.key === "ArrowRight" ? "next" : "previous", false);
    else return;
    key.preventDefault();
  }

  function start() {
    setUpTheme();
    setUpRules();
    const workspaces = all(".workspace").map((element) => new Workspace(element));
    const panels = all(".interleavings").map((section) => new Interleavings(section));
    for (const trace of all(".execution > .trace")) new Stepper(trace);
    document.addEventListener("click", (click) => {
      const button = click.target.closest("button.copy"), link = click.target.closest(".interleavings a, a.interleaving");
      if (button) copy(button);
      if (link && !click.ctrlKey && !click.metaKey && !click.shiftKey && follow(link.hash, workspaces, panels)) click.preventDefault();
    });
    addEventListener("hashchange", () => follow(location.hash, workspaces, panels));
    follow(location.hash, workspaces, panels);
    document.addEventListener("keydown", (key) => pageKey(key, workspaces, panels));
    addEventListener("beforeprint", () => {
      for (const details of all("details")) details.open = true;
    });
  }

  /* At once, so that a long page does not lay out what is going to be hidden. */
  root.classList.add("js");
  document.addEventListener("DOMContentLoaded", start);
})();
