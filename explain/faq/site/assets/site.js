// What every page does: copy buttons, and "/" leads to the search box.
"use strict";

/** An element with children; a text among them is never read as markup. */
function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** Where the page of an entry lies, as a front page links to it. */
function entryAddress({ category, id }) {
  return [category, id].map(encodeURIComponent).join("/") + "/index.html";
}

/** Tells something to those who listen rather than look. */
function tell(text) {
  document.getElementById("told").textContent = text;
}

/** Copies a text; browsers give the clipboard only to pages from a server or from this machine. */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) {
    throw new Error("the browser refused");
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy");
  if (!button) {
    return;
  }
  const words = document.body.dataset;
  const label = button.dataset.label ?? (button.dataset.label = button.textContent);
  try {
    await copy(button.parentElement.querySelector("code").textContent);
    button.textContent = words.copied;
    tell(words.copied);
  } catch {
    tell(words.copyFailed);
    button.textContent = words.copyFailed;
  }
  button.focus();
  setTimeout(() => {
    button.textContent = label;
    tell("");
  }, 2000);
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  event.preventDefault();
  const box = document.getElementById("search");
  box.focus();
  box.select();
});
