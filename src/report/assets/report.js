/* Ways to move through a page that is complete without them: choosing and filtering findings,
 * stepping through events, explaining rules, copying the command. Text only ever moves as text
 * nodes and cloned elements, never as markup. */
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

  /* The stepper of one finding. Event numbers are those of the document, from data-first on. */
  class Stepper {
    constructor(section) {
      this.section = section;
      this.now = section.querySelector(".now");
      this.output = section.querySelector("output");
      this.diagram = section.querySelector(".diagram");
      this.events = all(".event", section);
      this.rows = all("tr[data-event]", section);
      this.links = all(".spacetime [data-to]", section);
      this.first = Number(this.now.dataset.first);
      this.total = Number(this.now.dataset.total);
      this.buttons = {};
      for (const button of all("button[data-step]", section)) {
        this.buttons[button.dataset.step] = button;
        button.addEventListener("click", () => this.step(button.dataset.step, false));
      }
      const picture = section.querySelector(".spacetime");
      picture.setAttribute("role", "group");
      for (const event of this.events) {
        event.setAttribute("role", "button");
        event.setAttribute("tabindex", "-1");
        event.setAttribute("aria-label", event.querySelector("title").textContent);
      }
      picture.addEventListener("click", (click) => {
        const event = click.target.closest(".event");
        if (event) this.select(Number(event.dataset.event), true);
      });
      section.addEventListener("keydown", (key) => this.key(key));
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
      const format = (value) => value.toLocaleString("en");
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
      this.enable("first", number > this.first);
      this.enable("previous", number > this.first);
      this.enable("next", number < this.total);
      this.enable("last", number < this.total);
      this.show(this.rows[number - this.first]);
      this.reveal(this.events[number - this.first], before !== undefined);
      if (focus) this.events[number - this.first].focus({ preventScroll: true });
    }

    /* A disabled button loses the focus; so the ends are said, not enforced. */
    enable(name, on) {
      this.buttons[name].setAttribute("aria-disabled", String(!on));
    }

    show(row) {
      for (const other of this.rows) other.classList.toggle("current", other === row);
      const [rank, call, state, place, match] = Array.from(row.cells).slice(1);
      const head = make("p", "now-head");
      head.append(make("b", "", rank.textContent), " ", state.firstElementChild.cloneNode(true));
      const parts = [head, call.firstElementChild.cloneNode(true)];
      if (match.textContent) parts.push(make("p", "reason", match.textContent));
      parts.push(make("p", "where", place.textContent));
      const source = this.section.closest(".finding").querySelector('.source[data-place="' + row.dataset.place + '"]');
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

  function followAddress(workspaces) {
    const target = document.getElementById(location.hash.slice(1));
    const finding = target && target.closest(".finding");
    const workspace = finding && workspaces.find((one) => one.element.contains(finding));
    const item = workspace && workspace.items.find((one) => workspace.article(one) === finding);
    if (item) workspace.select(item, true);
  }

  function pageKey(key, workspaces) {
    if (key.altKey || key.ctrlKey || key.metaKey || key.target.closest("input, select, dialog")) return;
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
    document.addEventListener("click", (click) => {
      const button = click.target.closest("button.copy");
      if (button) copy(button);
    });
    addEventListener("hashchange", () => followAddress(workspaces));
    followAddress(workspaces);
    document.addEventListener("keydown", (key) => pageKey(key, workspaces));
    addEventListener("beforeprint", () => {
      for (const details of all("details")) details.open = true;
    });
  }

  /* At once, so that a long page does not lay out what is going to be hidden. */
  root.classList.add("js");
  document.addEventListener("DOMContentLoaded", start);
})();
