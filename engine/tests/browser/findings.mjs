// Checks flows by the WebAssembly: reads a JSON list of their texts, and writes the list of their findings.
import { readFileSync } from "node:fs";
import { check, initSync } from "../../../engine-wasm/check/pkg/check_wasm.js";

initSync({
  module: readFileSync(new URL("../../../engine-wasm/check/pkg/check_wasm_bg.wasm", import.meta.url)),
});
const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => JSON.parse(check(text)))));
