// The worker that runs the engine: Python in the browser, the package and its knowledge, one answer a paste.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/engine";
/** The function that answers, once it has been asked for. */
let explainer = null;

async function start() {
  postMessage({ stage: "python" });
  const [python, archive] = await Promise.all([loadPyodide(), fetched(new URL("engine.zip", import.meta.url))]);
  postMessage({ stage: "engine" });
  python.unpackArchive(archive, "zip", { extractDir: FOLDER });
  python.globals.set("FOLDER", FOLDER);
  return python.runPython(`
import sys
sys.path.insert(0, FOLDER)
from pytorch_explain.faq.site.browser import explainer
explainer(FOLDER + "/bases")
`);
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address}: ${response.status}`);
  }
  return response.arrayBuffer();
}

onmessage = async ({ data }) => {
  try {
    explainer ??= start();
    const explain = await explainer;
    postMessage({ stage: "reading" });
    postMessage({ answer: explain(data.text, data.lang) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
