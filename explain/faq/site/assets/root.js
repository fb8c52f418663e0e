// Leads to the reader's language, with the question that the address may hold.
"use strict";

const links = [...document.querySelectorAll("[data-language]")];
const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
const first = wanted.map((tag) => links.find((link) => link.dataset.language === tag)).find(Boolean);
location.replace((first ?? links[0]).href + location.search);
