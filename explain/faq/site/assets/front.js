// The search box of the front page: hits while one types, the question in the address.
"use strict";

(() => {
  const box = document.getElementById("search");
  const found = document.getElementById("found");
  const count = found.querySelector(".count");
  const list = found.querySelector(".hits");
  const words = JSON.parse(found.dataset.words);
  const assets = document.body.dataset.assets;
  const lang = document.documentElement.lang.slice(0, 2);
  /** Characters of a question that an address holds; servers refuse long ones. */
  const LONGEST = 1000;
  let ready = false;

  function hit(item) {
    const link = element("a", item.title[lang]);
    link.href = entryAddress(item);
    const row = element("li", link, " ", element("code", item.id));
    if (item.message) {
      const message = element("code", item.message);
      message.className = "message";
      row.append(message);
    }
    if (item.words.length) {
      const by = element("p", words.by + " ");
      by.className = "help";
      item.words.forEach((word, number) => by.append(number ? " · " : "", element("mark", word)));
      row.append(by);
    }
    return row;
  }

  function show(hits) {
    list.replaceChildren(...hits.map(hit));
    const many = hits.length === 1 ? words.one : words.many.replace("{}", hits.length);
    count.textContent = hits.length ? many : words.none;
  }

  function state(question) {
    const address = new URL(location.href);
    address.searchParams.delete("q");
    if (question && question.length <= LONGEST) {
      address.searchParams.set("q", question);
    }
    try {
      history.replaceState(null, "", address);
    } catch {
      // A browser may forbid it to a page opened from a folder; the search goes on without.
    }
    for (const link of document.querySelectorAll("[data-language]")) {
      link.search = address.search;
    }
  }

  async function search() {
    const question = box.value.trim();
    state(question);
    found.hidden = !question;
    if (!question) {
      count.textContent = "";
      list.replaceChildren();
      return;
    }
    try {
      if (!ready) {
        count.textContent = words.loading;
      }
      await pytorchExplainSearch.load(assets);
      ready = true;
    } catch {
      list.replaceChildren();
      count.textContent = words.broken;
      return;
    }
    if (question === box.value.trim()) {
      show(pytorchExplainSearch.search(question));
    }
  }

  /** Moves among the box and its hits. */
  function move(event) {
    const stops = [box, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && at >= 0 && stops[at + step]) {
      event.preventDefault();
      stops[at + step].focus();
    } else if (event.key === "Escape" && at > 0) {
      box.focus();
    }
  }

  box.addEventListener("input", search);
  // Whoever comes to the box is about to type; where loading fails, the first letter tries again and tells.
  box.addEventListener("focus", () => pytorchExplainSearch.load(assets).catch(() => {}), { once: true });
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", move);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    box.value = asked;
    search();
  }
})();
