import type { Plugin } from "vite";

/**
 * Replaces the part of the engine's glue that loads the WebAssembly. As wasm-bindgen writes it, it takes modules, bytes,
 * addresses and requests, and warns about old ways of calling it; the widget only ever loads the one file. Every link
 * page would carry half a kilobyte for the rest.
 */
export function slimEngineLoader(): Plugin {
  return {
    name: "pulsen:slim-engine-loader",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /engine_wasm\.js$/ },
      handler(code) {
        const slim = code.replace(LOADER, "").replace(INIT, SLIM_INIT);
        if (slim.includes("__wbg_load") || !slim.includes(SLIM_INIT)) {
          throw new Error("The engine's glue has another form than slimEngineLoader.ts expects: adapt it.");
        }
        return { code: slim, map: null };
      },
    },
  };
}

const LOADER = /^async function __wbg_load\([\s\S]*?^}$/m;
const INIT = /^async function __wbg_init_once\([\s\S]*?^}$/m;

/** Takes the options of the request, for its priority. Streams; a proxy that changes the content type gets a second, plain request. */
const SLIM_INIT = `async function __wbg_init_once(request) {
    const url = new URL('engine_wasm_bg.wasm', import.meta.url);
    const imports = __wbg_get_imports();
    const { instance, module } = await WebAssembly.instantiateStreaming(fetch(url, request), imports)
        .catch(async () => WebAssembly.instantiate(await (await fetch(url)).arrayBuffer(), imports));
    return __wbg_finalize_init(instance, module);
}`;
