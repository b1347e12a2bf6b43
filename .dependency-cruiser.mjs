// The order of modules and folders of widget, loader, console and benchmarks (ARCHITECTURE.md#layers). Imports of types and `import()` count
// like all others. `depcruise widget loader console bench` checks it.

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circle-of-modules",
      comment: "Modules that import each other can only be understood together.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-circle-of-folders",
      comment: "Folders are in an order: move the file, or what it imports, to where it belongs.",
      severity: "error",
      scope: "folder",
      from: { path: "^(widget|loader|console)/src/" },
      to: { circular: true },
    },
    {
      name: "no-import-of-what-is-above",
      comment:
        "A folder's own files put its subfolders together, and the files of `src` all folders: not the other way round.",
      severity: "error",
      from: { path: "^((?:widget|loader|console)/src.*/)[^/]+/[^/]+$" },
      to: { path: ["^$1[^/]+$", "^(?:widget|loader|console)/src/[^/]+$"] },
    },
    {
      name: "loader-without-widget",
      comment: "Host pages load the loader, which knows nothing of the widget. Data may be read anywhere.",
      severity: "error",
      from: { path: "^loader/" },
      to: { path: "^(widget|console|bench)/", pathNot: "\\.json$" },
    },
    {
      name: "packages-meet-by-exports",
      comment:
        "Import what the other package's package.json exports, by the package's name. Data may be read anywhere.",
      severity: "error",
      from: { path: "^(widget|loader|console|bench)/" },
      to: {
        path: "^(widget|loader|console|bench)/",
        pathNot: ["^$1/", "\\.json$"],
        dependencyTypes: ["local"],
      },
    },
    {
      name: "no-unknown-import",
      comment: "What is imported cannot be found, so that nothing can be said about it.",
      severity: "error",
      from: {},
      // Built from the engine: only `widget/src/engine/` imports it (biome.json), and `console/src/check/` its check. What the build
      // makes up (`widget/prerenderData.ts`).
      to: { couldNotResolve: true, pathNot: "^(engine-wasm|check-wasm|virtual:.*)$" },
    },
  ],
  options: {
    // Else imports of types would not count.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(^|/)node_modules/" },
    exclude: { path: "/(dist|test-results|playwright-report)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".mts", ".d.ts", ".json"],
    },
  },
};
