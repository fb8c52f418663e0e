// The search of the front page: what the terminal's search knows, looked up in MiniSearch and weighed by the same rules.
"use strict";

/**
 * @typedef {{id: string, category: string, title: {en: string, zh: string}, message: string, score: number, words: string[]}} Hit
 * @typedef {{places: Map<number, number>, phrases: Map<number, object>}} Found
 * @typedef {{there: Found, trust: number, weight: number, spans: number[][], denied: boolean}} Clue
 */
const pytorchExplainSearch = (() => {
  /** Letters of the longest word that may be a slip or the beginning of another. */
  const WORD = 40;
  /** Characters of a question that are read: a whole log may be pasted. */
  const READ = 20_000;
  /** What words.js holds: entries, rules for cutting, weights. */
  let known;
  /** The index of MiniSearch. */
  let index;
  /** Cuts a question into tokens. */
  let cutting;
  /** term -> where it stands. */
  let looked;
  let loading = null;

  // --- loading

  function script(address) {
    return new Promise((resolve, reject) => {
      const made = document.createElement("script");
      made.src = address;
      made.onload = resolve;
      made.onerror = () => {
        made.remove();
        reject(new Error(address));
      };
      document.head.append(made);
    });
  }

  /** Loads the index from the folder `base`, once; a failed try can be repeated. */
  function load(base) {
    loading ??= Promise.all([script(base + "minisearch.js"), script(base + "words.js")])
      .then(build)
      .catch((error) => {
        loading = null;
        throw error;
      });
    return loading;
  }

  /** Every phrase by which people ask for an entry is a document, so are its messages, its texts, and joined names. */
  function documents() {
    const made = known.entries.flatMap((entry, number) => [
      ...entry.asked.map((asked) => ({ entry: number, asked })),
      { entry: number, worded: entry.worded, told: entry.told },
    ]);
    return [...made, ...Object.keys(known.joined).map((joined) => ({ entry: -1, joined }))];
  }

  function build() {
    known = self.pytorchExplainWords;
    looked = new Map();
    cutting = pytorchExplainCutting(known.rules, known.joined);
    index = new MiniSearch({
      fields: ["asked", "worded", "told", "joined"],
      storeFields: ["entry", "asked"],
      idField: "number",
      tokenize: (text) => text.split(" "),
      processTerm: (term) => term,
    });
    index.addAll(documents().map((made, number) => ({ number, ...made })));
  }

  // --- what is known of a token

  /** Where a term stands: how much it says of each entry, and the phrases that have it. */
  function find(term) {
    if (!looked.has(term)) {
      looked.set(term, lookUp(index.search(term, { prefix: false, fuzzy: false })));
    }
    return looked.get(term);
  }

  /** @returns {Found} */
  function lookUp(results) {
    const places = new Map();
    const phrases = new Map();
    for (const result of results.filter(({ entry }) => entry >= 0)) {
      const fields = new Set(Object.values(result.match).flat());
      const share = Math.max(...[...fields].map((field) => known.scores[field]));
      places.set(result.entry, Math.max(places.get(result.entry) ?? 0, share));
      if (fields.has("asked")) {
        phrases.set(result.id, result);
      }
    }
    return { places, phrases };
  }

  /** How much it tells that a term is there: little where many entries have it; 0 where none has. */
  function rarity({ places }) {
    const spread = [...places.values()].reduce((sum, share) => sum + share, 0);
    return spread ? Math.log(1 + known.entries.length / spread) : 0;
  }

  /** What a token weighs that no entry has; see the terminal's search. */
  function unknown(token) {
    if (!/^\p{L}/u.test(token)) {
      return 0;
    }
    return Math.log(1 + known.entries.length / 4) * (/^[\x00-\x7f]*$/.test(token) ? 1 : 0.5);
  }

  // --- slips and words that are still being typed

  /** The tokens of the known word that an unknown one was most likely meant as; none where there is no such word. */
  function meant(word) {
    const { turned, one, two } = known.scores;
    if (word.length < turned) {
      return [];
    }
    const allowed = word.length >= two ? 2 : 1;
    const near = candidates(word)
      .filter(({ term }) => term[0] === word[0] && term.length >= turned && /^[\x00-\x7f]+$/.test(term))
      .filter(({ term }) => word.length >= one || sorted(term) === sorted(word))
      .map((item) => ({ ...item, slips: slips(word, item.term) }))
      .filter((item) => item.slips <= allowed)
      .sort((a, b) => a.slips - b.slips || a.rank - b.rank);
    const best = near[0]?.term;
    if (best && Object.hasOwn(known.joined, best)) {
      return cutting.tokens(known.joined[best]).map(({ text }) => text);
    }
    return best ? [best] : [];
  }

  /** Terms that are alike, each with a rank: first those by which people ask. */
  function candidates(word) {
    const order = ["asked", "joined", "worded", "told"];
    const ranks = new Map();
    for (const { match } of index.search(word, { prefix: false, fuzzy: 2 })) {
      for (const [term, fields] of Object.entries(match)) {
        const rank = Math.min(...fields.map((field) => order.indexOf(field)));
        ranks.set(term, Math.min(ranks.get(term) ?? rank, rank));
      }
    }
    return [...ranks].map(([term, rank]) => ({ term, rank }));
  }

  function sorted(word) {
    return [...word].sort().join("");
  }

  /** The least number of slips between two words: a letter too many, too few, another, or two in each other's place. */
  function slips(a, b) {
    const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
    for (let i = 1; i <= a.length; i++) {
      rows.push([i]);
      for (let j = 1; j <= b.length; j++) {
        const same = a[i - 1] === b[j - 1] ? 0 : 1;
        let least = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          least = Math.min(least, rows[i - 2][j - 2] + 1);
        }
        rows[i].push(least);
      }
    }
    return rows[a.length][b.length];
  }

  /** The terms that a word may become that is still being typed. */
  function begun(word) {
    const terms = new Set();
    for (const { match } of index.search(word, { prefix: true, fuzzy: false })) {
      Object.keys(match).forEach((term) => terms.add(term));
    }
    return [...terms].flatMap((term) => (Object.hasOwn(known.joined, term) ? known.joined[term].split(" ") : term));
  }

  // --- the question

  /**
   * What is looked up of a question.
   * @returns {Clue[]}
   */
  function clues(question) {
    const cut = cutting.tokens(question.slice(0, READ)).slice(0, known.scores.longest);
    const foreign = cutting.isForeign(question);
    const last = /[\p{L}\p{N}]$/u.test(question) ? cut.at(-1) : null;
    let left = foreign ? 0 : known.scores.slips;
    const found = new Map();
    for (const token of cut) {
      let terms = [token.text];
      let trust = 1;
      if (!found.has(token.text) && token.text.length <= WORD && !rarity(find(token.text))) {
        const typed = question.slice(token.start, token.end).toLowerCase();
        const growing = token.end === last?.end ? begun(token.text) : [];
        if (growing.length) {
          terms = growing;
        } else if (left > 0 && /^[a-z]+$/.test(token.text)) {
          left -= 1;
          const words = [meant(token.text), meant(typed)].find((each) => each.length);
          words?.forEach((word) => add(found, token, [word], known.scores.trust, foreign));
          if (words) {
            continue;
          }
        }
      }
      add(found, token, terms, trust, foreign);
    }
    return [...found.values()].filter(({ weight }) => weight);
  }

  function add(found, token, terms, trust, foreign) {
    const key = terms.length === 1 ? terms[0] : token.text;
    const there = terms.length === 1 ? find(terms[0]) : union(terms);
    const weight = rarity(there) || (foreign ? 0 : unknown(key));
    if (!found.has(key)) {
      found.set(key, { there, trust, weight, spans: [], denied: key.startsWith(known.rules.not) });
    }
    found.get(key).spans.push([token.start, token.end]);
  }

  function union(terms) {
    const places = new Map();
    const phrases = new Map();
    for (const there of terms.map(find)) {
      there.places.forEach((share, entry) => places.set(entry, Math.max(places.get(entry) ?? 0, share)));
      there.phrases.forEach((phrase, id) => phrases.set(id, phrase));
    }
    return { places, phrases };
  }

  /** How much of each phrase is there, by weight; nothing of one whose words are not half there. */
  function complete(all) {
    const there = new Map();
    for (const { there: found, weight, trust } of all) {
      for (const [id, phrase] of found.phrases) {
        const sum = there.get(id) ?? { phrase, weight: 0, count: 0 };
        there.set(id, { phrase, weight: sum.weight + weight * trust, count: sum.count + 1 });
      }
    }
    const share = new Map();
    for (const [id, { phrase, weight, count }] of there) {
      const words = phrase.asked.split(" ");
      if (2 * count >= words.length) {
        share.set(id, Math.min(1, weight / words.reduce((sum, word) => sum + rarity(find(word)), 0)));
      }
    }
    return share;
  }

  /** How much each entry has of a question, and by what. */
  function points(all) {
    const { asked } = known.scores;
    const whole = complete(all);
    const found = new Map();
    for (const { there, weight, trust, spans } of all.filter(({ denied }) => !denied)) {
      const shares = new Map(there.places);
      for (const [id, phrase] of there.phrases) {
        const share = asked + (1 - asked) * (whole.get(id) ?? 0) ** 2;
        shares.set(phrase.entry, Math.max(shares.get(phrase.entry), share));
      }
      for (const [entry, share] of shares) {
        const sum = found.get(entry) ?? { points: 0, spans: [] };
        found.set(entry, { points: sum.points + weight * trust * share, spans: [...sum.spans, ...spans] });
      }
    }
    return found;
  }

  /** The stretches of the question in its order, those that overlap joined, none twice. */
  function words(question, spans) {
    const merged = [];
    for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      if (merged.length && start < merged.at(-1)[1]) {
        merged.at(-1)[1] = Math.max(end, merged.at(-1)[1]);
      } else {
        merged.push([start, end]);
      }
    }
    return [...new Set(merged.map(([start, end]) => question.slice(start, end)))];
  }

  /**
   * The entries that answer `question`, best first; none where nothing is known of it.
   * @param {string} question
   * @returns {Hit[]}
   */
  function search(question) {
    const { enough, much, least, beside, most } = known.scores;
    const all = clues(question);
    const whole = all.filter(({ denied }) => !denied).reduce((sum, { weight }) => sum + weight, 0);
    const ranked = [...points(all)]
      .filter(([, found]) => found.points >= (found.points >= much ? least : enough) * whole)
      .sort((a, b) => b[1].points - a[1].points || a[0] - b[0]);
    return ranked
      .filter(([, found]) => found.points >= beside * ranked[0][1].points)
      .slice(0, most)
      .map(([entry, found]) => {
        const { id, category, title, message } = known.entries[entry];
        return { id, category, title, message, score: found.points / whole, words: words(question, found.spans) };
      });
  }

  return { load, search, tokens: (text) => cutting.tokens(text).map((token) => token.text) };
})();
