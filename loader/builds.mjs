// The loader's files (docs/widget.md#parts-of-the-loader). Plain JavaScript, because node runs `build.mjs` and the
// benchmarks directly.
import { readShortNames } from "./shortNames.mjs";

/**
 * The version of what core and modules give each other (`src/core/parts.ts`). A server answers for the modules of any build
 * with this version. A new version assigns all short names again.
 */
const PARTS_VERSION = 4;

/** How the names of the files of the modules begin; `backend/src/loader/modules.rs` knows it too. */
export const INTERACTION_PREFIX = "interaction-";
export const BUBBLE_PREFIX = "bubble-";
export const LOOK_PREFIX = "look-";

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

export const INTERACTION_BUILD = moduleBuild("src/interaction/interaction.ts", INTERACTION_PREFIX);
export const BUBBLE_BUILD = moduleBuild("src/bubble/bubble.ts", BUBBLE_PREFIX);
export const LOOK_BUILD = moduleBuild("src/look/look.ts", LOOK_PREFIX);

/** Returns the build of a module, which has a hash of its content in its name. */
function moduleBuild(input, prefix) {
  return {
    terserOptions: terserOptions({ module: true }),
    rolldownOptions: {
      input,
      plugins: [SHORTEN_TYPES],
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: `${prefix}${PARTS_VERSION}-[hash].js` },
    },
  };
}

/**
 * Returns the builds of the core, each with its file and with the options of Vite that make it. A host page gets the
 * smallest one that has all that its widget needs; the server picks it (`backend/src/loader/mod.rs`).
 *
 * @param files the names of the files of interaction, bubble and look.
 */
export function coreBuilds([interaction, bubble, look]) {
  return [false, true].map((isModal) => {
    const file = isModal ? "loader-modal.js" : "loader.js";
    return {
      file,
      define: {
        // `modal_mode`: the side tab instead of the round launcher and its text.
        __PSN_MODAL__: JSON.stringify(isModal),
        __PSN_INTERACTION__: JSON.stringify(interaction),
        __PSN_BUBBLE__: JSON.stringify(bubble),
        __PSN_LOOK__: JSON.stringify(look),
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
