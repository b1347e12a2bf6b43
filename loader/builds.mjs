// The loader's files (docs/widget.md#parts-of-the-loader). Plain JavaScript, because node runs `build.mjs` and the
// benchmarks directly.
import { readShortNames } from "./shortNames.mjs";

/**
 * The version of what core and interaction give each other (`src/core/parts.ts`). A server answers for the interaction of any
 * build with this version. A new version assigns all short names again.
 */
const PARTS_VERSION = 4;

/** How the names of the interaction's files begin; `backend/src/loader.rs` knows it too. */
export const INTERACTION_PREFIX = "interaction-";

export const SHORT_NAMES = readShortNames(PARTS_VERSION);

/** Types of events and effects are strings, which the minifier leaves alone. */
const SHORTEN_TYPES = {
  name: "pulsen:shorten-types",
  transform: {
    filter: { id: /\/loader\/src\/.*\.ts$/ },
    handler: (code) => code.replace(/"(_[a-z]\w*)"/g, (_, name) => `"${SHORT_NAMES.names[name]}"`),
  },
};

function terserOptions(options) {
  const names = Object.entries(SHORT_NAMES.names);
  return {
    ecma: 2020,
    toplevel: true,
    // Functions that are put where they are called would be smaller, but compress worse.
    compress: { passes: 4, pure_getters: true, unsafe_arrows: true, inline: 1 },
    mangle: { properties: { regex: /^_[a-z]/ } },
    // Terser marks the names in its cache with a `$`.
    nameCache: { props: { props: Object.fromEntries(names.map(([name, short]) => [`$${name}`, short])) } },
    ...options,
  };
}

/** The interaction: a module with a hash of its content in its name. */
export const INTERACTION_BUILD = {
  terserOptions: terserOptions({ module: true }),
  rolldownOptions: {
    input: "src/interaction/interaction.ts",
    plugins: [SHORTEN_TYPES],
    preserveEntrySignatures: "strict",
    output: { format: "es", entryFileNames: `${INTERACTION_PREFIX}${PARTS_VERSION}-[hash].js` },
  },
};

/**
 * Returns the builds of the core, each with its file and with the options of Vite that make it. A host page gets the
 * smallest one that has all that its widget needs; the server picks it (`backend/src/loader.rs`).
 *
 * @param interaction the file name of the interaction.
 */
export function coreBuilds(interaction) {
  return [false, true].map((isModal) => {
    const file = isModal ? "loader-modal.js" : "loader.js";
    return {
      file,
      define: {
        // `modal_mode`: the side tab instead of the round launcher and its text.
        __PSN_MODAL__: JSON.stringify(isModal),
        __PSN_INTERACTION__: JSON.stringify(interaction),
      },
      build: {
        terserOptions: terserOptions({}),
        rolldownOptions: {
          input: "src/main.ts",
          plugins: [SHORTEN_TYPES],
          output: { format: "iife", entryFileNames: file },
        },
      },
    };
  });
}
