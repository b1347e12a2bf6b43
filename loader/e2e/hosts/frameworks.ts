import { libraryTag } from "../support/libraries";
import { type HostileHost, hostWith } from "./hostileHost";

/** Hosts whose libraries change what the language and the document give, or leave names behind that scripts look for. */
export const FRAMEWORKS: HostileHost[] = [
  hostWith("prototype.js", libraryTag("prototype/prototype-1.7.3.js")),
  hostWith("MooTools", libraryTag("mootools/mootools-core-nc.js")),
  hostWith("zone.js", libraryTag("zone.js/bundles/zone.umd.js")),
  // Replaces what the browser has, as in browsers that lack it.
  hostWith(
    "core-js",
    `<script>
    Array.prototype.includes = undefined; Array.prototype.flat = undefined;
    Object.fromEntries = undefined; String.prototype.replaceAll = undefined; URLSearchParams = undefined;
    </script>${libraryTag("core-js-bundle/minified.js")}`,
  ),
  hostWith(
    "an AMD loader, whose `define` any script may call",
    `${libraryTag("requirejs/require.js")}<script>
    define.amd = { jQuery: true };
    requirejs.onError = (error) => console.error("requirejs: " + error);
    </script>`,
  ),
  hostWith(
    "a CommonJS leak",
    `<script>
    var module = { exports: {} }, exports = module.exports, global = window, process = { env: {} };
    var require = () => { throw new Error("No module is bundled under this name."); };
    </script>`,
  ),
  hostWith(
    "built-in functions that throw",
    `<script>
    const refuse = () => { throw new Error("This page's test double was called."); };
    for (const name of ["replace", "replaceAll", "toLowerCase", "split"]) String.prototype[name] = refuse;
    Object.assign(JSON, { parse: refuse, stringify: refuse });
    Object.assign(window, { setTimeout: refuse, MessageChannel: refuse, MutationObserver: refuse, URL: refuse });
    Element.prototype.setAttribute = refuse;
    Object.prototype.toJSON = () => "changed";
    </script>`,
  ),
];
