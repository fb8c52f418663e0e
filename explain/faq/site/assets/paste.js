// The box to paste into: starts the engine when it is first used, and shows what it answers.
"use strict";

(() => {
  const section = document.getElementById("paste");
  const form = section.querySelector("form");
  const box = section.querySelector("textarea");
  const button = form.querySelector("button");
  const progress = section.querySelector(".progress");
  const size = section.querySelector("#paste-size");
  const answer = section.querySelector(".answer");
  const words = JSON.parse(section.dataset.words);
  const assets = document.body.dataset.assets;
  const lang = document.documentElement.lang.slice(0, 2);
  /** Milliseconds of silence after which the engine is given up; while it loads it tells every few. */
  const PATIENCE = 90_000;
  /** The worker that runs the engine, once it has been asked for. */
  let engine = null;
  let waiting = 0;

  /** A sentence; what stands between backticks as code. */
  function inline(text) {
    return text.split(/`([^`\n]+)`/).map((part, number) => (number % 2 ? element("code", part) : part));
  }

  /** Several lines: each a paragraph, or code where it is code and nothing else. */
  function lines(text) {
    const told = text.split("\n").filter((line) => line.trim());
    return told.map((line) => (/^`[^`]+`$/.test(line) ? code(line.slice(1, -1)) : element("p", ...inline(line))));
  }

  /** Code with a button that copies it. */
  function code(text) {
    const block = element("pre", element("code", text));
    block.className = "code";
    const copier = element("button", words.copy);
    copier.type = "button";
    copier.className = "copy";
    copier.setAttribute("aria-label", words.copyOf.replace("{}", text.split("\n")[0]));
    const both = element("div", block, copier);
    both.className = "copyable";
    return both;
  }

  function quiet(text) {
    const made = element("p", text);
    made.className = "help";
    return made;
  }

  function link(match, text) {
    const made = element("a", text);
    made.href = entryAddress(match);
    return made;
  }

  /** A row of the list that an answer is: its label, and what is said under it. */
  function row(label, ...children) {
    return [element("dt", label), element("dd", ...children)];
  }

  function advice(item, number) {
    const fix = item.code ? item.fix.slice(0, item.fix.length - item.code.length).trimEnd() : item.fix;
    const parts = [...lines(item.cause), ...lines(fix), ...(item.code ? [code(item.code)] : [])];
    return row(number ? words.else : words.likely, ...parts);
  }

  function explained(found) {
    const told = found.explanation;
    const rows = told.causes.flatMap(advice);
    for (const part of ["avoid", "locate"]) {
      if (told[part]) {
        rows.push(...row(words[part], ...lines(told[part])));
      }
    }
    return [
      element("h3", told.title, " ", element("code", told.id)),
      ...(told.place ? [element("p", told.place)] : []),
      ...lines(told.meaning),
      element("dl", ...rows),
      element("p", link(found.matches[0], words.whole)),
      quiet(words.wrong.replace("{id}", told.id).replace("{version}", words.version)),
    ];
  }

  function listed(label, matches) {
    const items = matches.map((match) => element("li", link(match, match.id)));
    return items.length ? [element("p", label), element("ul", ...items)] : [];
  }

  function silent(found) {
    const parts = [element("h3", words.none)];
    if (found.failure) {
      const { type, message } = found.failure;
      parts.push(element("p", words.read), code((type ? `${type}: ` : "") + message.slice(0, 300)));
    }
    return [...parts, ...listed(words.near, found.nearest ?? []), quiet(words.new)];
  }

  function show(found) {
    const parts = found.explanation ? explained(found) : silent(found);
    answer.replaceChildren(...parts, ...listed(words.others, found.others));
    answer.hidden = false;
    answer.focus();
  }

  function say(text) {
    answer.replaceChildren(element("p", text));
    answer.hidden = false;
    answer.focus();
  }

  /** Shows what is being done; nothing where `name` is empty. */
  function stage(name) {
    progress.hidden = !name;
    button.disabled = Boolean(name);
    const text = name ? words[name] : "";
    progress.querySelector("progress").removeAttribute("value");
    progress.querySelector(".stage").textContent = text;
    section.querySelector(".stage-told").textContent = text;
  }

  /** Why the engine cannot run here; empty where it can. */
  function hindrance() {
    if (location.protocol === "file:") {
      return words.folder;
    }
    return typeof WebAssembly === "object" && typeof Worker === "function" ? "" : words.old;
  }

  /** Gives the engine up unless something is heard of it. */
  function wait() {
    clearTimeout(waiting);
    waiting = setTimeout(() => stop(words.broken), PATIENCE);
  }

  function stop(text) {
    clearTimeout(waiting);
    engine?.terminate();
    engine = null;
    stage("");
    say(text);
  }

  function start() {
    const made = new Worker(assets + "engine.js", { type: "module" });
    made.onmessage = ({ data }) => {
      wait();
      if (data.loaded) {
        progress.querySelector("progress").value = data.loaded;
        progress.querySelector(".stage").textContent = `${words.python} ${Math.round(data.loaded / 1e6)} MB`;
      } else if (data.stage) {
        stage(data.stage);
      } else if (data.answer) {
        clearTimeout(waiting);
        stage("");
        size.textContent = "";
        show(JSON.parse(data.answer));
      } else {
        stop(words.broken);
      }
    };
    made.onerror = (event) => {
      event.preventDefault();
      stop(words.broken);
    };
    return made;
  }

  size.textContent = hindrance() || size.textContent;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const reason = box.value.trim() ? hindrance() : words.empty;
    if (reason) {
      say(reason);
      return;
    }
    answer.hidden = true;
    stage(engine ? "reading" : "python");
    try {
      engine ??= start();
      engine.postMessage({ text: box.value, lang });
      wait();
    } catch {
      stop(words.old);
    }
  });
})();
