// A question to tokens as the knowledge base was cut into them: the rules come with the words, from Python.
"use strict";

/**
 * @typedef {{text: string, start: number, end: number}} Token
 *
 * @param {object} written The rules, as words.js holds them.
 * @param {Record<string, string>} joined From a name in small letters to its words.
 * @returns {{tokens: (text: string) => Token[], isForeign: (text: string) => boolean}}
 */
function pytorchExplainCutting(written, joined) {
  const rules = {
    ...written,
    pieces: new RegExp(written.pieces, "g"),
    foreign: new RegExp(written.foreign),
    humps: new RegExp(written.humps, "g"),
    dimensions: new RegExp(written.dimensions),
    empty: new RegExp(written.empty, "g"),
    stop: new Set(written.stop),
    negations: new Set(written.negations),
  };

  /** The tokens of `text` in order. */
  function tokens(text) {
    const found = [];
    let negated = false;
    const narrow = text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
    for (const { 0: word, index: start } of narrow.matchAll(rules.pieces)) {
      const end = start + word.length;
      if (word[0] >= "\u3400") {
        found.push(...pairs(word, start));
      } else if (!isForeign(word)) {
        for (const part of parts(word)) {
          if (rules.negations.has(part)) {
            negated = true;
          } else if (!rules.stop.has(part)) {
            found.push({ text: stem(part), start, end });
            if (negated) {
              found.push({ text: rules.not + stem(part), start, end });
            }
            negated = false;
          }
        }
      }
    }
    return found;
  }

  /** Whether a word is of another language than the entries'. */
  function isForeign(text) {
    return rules.foreign.test(text);
  }

  function parts(word) {
    const plain = word.replace(/['\u2019]/g, "");
    if (/^[0-9]/.test(plain)) {
      const [whole, ...decimals] = plain.split(".");
      return [whole.toLowerCase() + (decimals.length ? "." + decimals.join(".").slice(0, 2).toLowerCase() : "")];
    }
    const words = humps(plain);
    return words.length === 1 && Object.hasOwn(joined, words[0]) ? joined[words[0]].split(" ") : words;
  }

  /** The words within a name that is written with capitals inside. */
  function humps(word) {
    // All small or all capitals, as Python's islower and isupper have it.
    const plain = !/\p{Lt}/u.test(word) && /\p{Lowercase}/u.test(word) !== /\p{Uppercase}/u.test(word);
    const found = plain ? [word] : word.match(rules.humps) ?? [];
    return found.map((hump) => hump.toLowerCase().replace(rules.dimensions, ""));
  }

  /** The overlapping pairs of a run of Chinese; a character that stands alone, alone. */
  function pairs(run, start) {
    const found = [];
    let position = start;
    for (const part of run.replace(rules.empty, (empty) => " ".repeat(empty.length)).split(" ")) {
      const count = Math.max(part.length - 1, Math.min(part.length, 1));
      for (let i = 0; i < count; i++) {
        const end = Math.min(i + 2, part.length);
        found.push({ text: part.slice(i, end), start: position + i, end: position + end });
      }
      position += part.length + 1;
    }
    return found;
  }

  /** An English word without the ending that a question and an answer may differ in. */
  function stem(word) {
    if (word.length <= 3 || !/^\p{L}+$/u.test(word)) {
      return word;
    }
    for (const [ending, instead] of rules.endings) {
      const kept = word.slice(0, -ending.length) + instead;
      if (word.endsWith(ending) && kept.length >= 3 && !rules.noEndings.some((none) => word.endsWith(none))) {
        word = ending === "ing" || ending === "ed" ? single(kept) : kept;
        break;
      }
    }
    if (word.length > 3 && word.endsWith("e")) {
      word = word.slice(0, -1);
    }
    return word.length > 3 && word.endsWith("y") ? word.slice(0, -1) + "i" : word;
  }

  function single(word) {
    const doubled = word.length > 3 && word.at(-1) === word.at(-2) && !rules.doubled.includes(word.at(-1));
    return doubled ? word.slice(0, -1) : word;
  }

  return { tokens, isForeign };
}
