// The worker that runs the engine: Python in the browser, the package and its knowledge, one answer a paste.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/engine";
/** Bytes between two reports of progress. */
const STEP = 200_000;
/** The function that answers, once it has been asked for. */
let explainer = null;
let loaded = 0;
let reported = 0;

const fetched = self.fetch.bind(self);

/** What Pyodide loads goes through here: by itself it tells neither how far it is nor that a file does not come. */
self.fetch = async (address, options) => {
  try {
    const response = await fetched(address, options);
    if (!response.ok) {
      throw new Error(`${address}: ${response.status}`);
    }
    return new Response(counted(response.body, String(address).endsWith(".wasm")), { status: response.status, headers: response.headers });
  } catch (error) {
    throw failed(error);
  }
};

/** How every WebAssembly file begins; a page that says "log in first" does not, and Pyodide would wait for ever. */
const MAGIC = [0, 0x61, 0x73, 0x6d];

function counted(body, isCompiled) {
  const reader = body.getReader();
  let first = isCompiled;
  async function pull(controller) {
    try {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
      } else {
        if (first && MAGIC.some((byte, number) => value[number] !== byte)) {
          throw new Error("not WebAssembly");
        }
        first = false;
        count(value.byteLength);
        controller.enqueue(value);
      }
    } catch (error) {
      controller.error(failed(error));
    }
  }
  return new ReadableStream({ pull });
}

function count(bytes) {
  loaded += bytes;
  if (loaded - reported >= STEP) {
    reported = loaded;
    postMessage({ loaded });
  }
}

function failed(error) {
  postMessage({ error: String(error) });
  return error;
}

async function start() {
  const archive = self.fetch(new URL("engine.zip", import.meta.url)).then((response) => response.arrayBuffer());
  const [python, packed] = await Promise.all([loadPyodide(), archive]);
  postMessage({ stage: "engine" });
  python.unpackArchive(packed, "zip", { extractDir: FOLDER });
  python.globals.set("FOLDER", FOLDER);
  return python.runPython(`
import sys
sys.path.insert(0, FOLDER)
from pytorch_explain.faq.site.browser import explainer
explainer(FOLDER + "/bases")
`);
}

onmessage = async ({ data }) => {
  try {
    explainer ??= start();
    const explain = await explainer;
    postMessage({ stage: "reading" });
    postMessage({ answer: explain(data.text, data.lang) });
  } catch (error) {
    failed(error);
  }
};
