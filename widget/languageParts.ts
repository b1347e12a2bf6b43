import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Sections that only the server and the loader show (backend/base/src/languages/). */
const NOT_IN_PAGES = ["launcher", "server", "mail"];

const REQUEST = /\/languages\/([\w-]+)\.json\?part=(page|chat|kiosk|pace)$/;
const MODULE = /\/languages\/([\w-]+)\.(page|chat|kiosk|pace)\.js$/;

/** Sections that are a module of their own. */
const SEPARATE = ["chat", "kiosk", "pace"];

/** Makes four modules of each language's file, so that a page loads no texts of parts that it does not have (`src/texts/languageFiles.ts`). */
export function languageParts(): Plugin {
  return {
    name: "pulsen:language-parts",
    enforce: "pre",
    resolveId: {
      filter: { id: REQUEST },
      async handler(source, importer) {
        const file = await this.resolve(source.replace(/\?.*/, ""), importer, { skipSelf: true });
        const part = REQUEST.exec(source)?.[2];
        // As if there were such a file: the server finds the modules in the manifest by this path.
        return file?.id.replace(/\.json$/, `.${part}.js`);
      },
    },
    load: {
      filter: { id: MODULE },
      async handler(id) {
        const file = id.replace(MODULE, "/languages/$1.json");
        this.addWatchFile(file);
        const sections: Record<string, object> = JSON.parse(await readFile(file, "utf8"));
        const part = MODULE.exec(id)?.[2] ?? "";
        const names = SEPARATE.includes(part)
          ? [part]
          : Object.keys(sections).filter((name) => ![...SEPARATE, ...NOT_IN_PAGES].includes(name));
        const texts = Object.fromEntries(names.map((name) => [name, sections[name]]));
        return `export default ${JSON.stringify(texts)};`;
      },
    },
  };
}
