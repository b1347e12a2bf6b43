// The loader's builds. A host page gets the smallest one that has all that its widget needs; the server picks it
// (`backend/src/loader.rs`). Plain JavaScript, because node runs `build.mjs` and the benchmarks directly.

/** The parts that only some widgets need, by the ending that they give to a build's name. */
const PARTS = {
  /** `modal_mode`: the side tab and the overlay instead of the round launcher and its text. */
  modal: "__PSN_MODAL__",
  /** `display_on_exit` */
  exit: "__PSN_EXIT_INTENT__",
};

/** The parts of each build. */
const BUILDS = [[], ["exit"], ["modal"], ["modal", "exit"]];

/** Each build with its file and with the options of Vite that make it. */
export const LOADER_BUILDS = BUILDS.map((parts) => {
  const file = `${["loader", ...parts].join("-")}.js`;
  const define = Object.fromEntries(
    Object.entries(PARTS).map(([part, constant]) => [constant, JSON.stringify(parts.includes(part))]),
  );
  return { file, define, output: { format: "iife", entryFileNames: file } };
});
