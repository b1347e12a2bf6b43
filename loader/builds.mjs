// The loader's files (docs/widget.md#parts-of-the-loader). Plain JavaScript, because node runs `build.mjs` and the
// benchmarks directly.

/**
 * The version of what core and interaction give each other (`src/core/parts.ts`). A server answers for the interaction of any
 * build with this version.
 */
const PARTS_VERSION = 3;

/** How the names of the interaction's files begin; `backend/src/loader.rs` knows it too. */
export const INTERACTION_PREFIX = "interaction-";

/** Short names for what is named most, none of which is a property of something that the loader uses: `q` is the host's. */
const LETTERS = "abcdefghijklmnoprstuvwABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Properties of the loader's own objects, which get short names: the same ones in both parts, which read each other's. None
 * of them is in the configuration, in a message, the type of an event, or a property of a built-in object that the loader
 * uses. A name that changes its short form increases `PARTS_VERSION`.
 */
const SHORT_NAMES = Object.fromEntries(
  (
    "configuration effects record interaction current globals isFirst mount container element launcher draw " +
    "render opened recorded addressEnabled opensWhenLoaded focusWhenReady contentHeight launcherVisible " +
    "popoverVisible frameVisible blocksHost fullHeight fullPage addSurface sandboxed timers available afterMs toWindow " +
    "keyboard fields callback mobile visible idSuffix announcement createFrame focusLauncher wrongAttributes isAllowed " +
    "displayed heard calls refusal loaded hidden releaseFocus perform replay leave surface hurry lostAt losses fit " +
    "addHandlers ended needsLabels inFrame placed script busy send use frameOrigin"
  )
    .split(" ")
    .map((name, index) => [`$${name}`, LETTERS[index] ?? `_${index.toString(36)}`]),
);

/**
 * Types of events and effects that stay within the loader, and its timers, which get short names likewise: none is a message, a
 * field of the configuration or a code that the host sees.
 */
const WORDS = (
  "start_timer notify_host focus_launcher start_failed load_deadline answer_grace count_unread create_frame " +
  "post_to_frame focus_frame tell_address exit_intent put_back dismiss_popover open_once host_event watch_visitor"
).split(" ");

const SHORTEN_WORDS = {
  name: "pulsen:shorten-words",
  transform: {
    filter: { id: /\/loader\/src\/.*\.ts$/ },
    handler: (code) =>
      code.replace(new RegExp(`\\b(${WORDS.join("|")})\\b`, "g"), (word) => `_${WORDS.indexOf(word)}`),
  },
};

function terserOptions(options) {
  const names = Object.keys(SHORT_NAMES).map((name) => name.slice(1));
  return {
    ecma: 2020,
    toplevel: true,
    // Functions that are put where they are called would be smaller, but compress worse.
    compress: { passes: 4, pure_getters: true, unsafe_arrows: true, inline: 1 },
    // Some of the names are also those of built-in objects, but of none that the loader uses.
    mangle: { properties: { regex: new RegExp(`^(${names.join("|")})$`), builtins: true } },
    nameCache: { props: { props: { ...SHORT_NAMES } } },
    ...options,
  };
}

/** The interaction: a module with a hash of its content in its name. */
export const INTERACTION_BUILD = {
  terserOptions: terserOptions({ module: true }),
  rolldownOptions: {
    input: "src/interaction/interaction.ts",
    plugins: [SHORTEN_WORDS],
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
          plugins: [SHORTEN_WORDS],
          output: { format: "iife", entryFileNames: file },
        },
      },
    };
  });
}
