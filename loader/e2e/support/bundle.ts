import { build, type Rolldown } from "vite";

/**
 * Bundles a module for the browser.
 *
 * @param require finds what it imports of React and of libraries whose names begin like that.
 */
export async function bundle(require: NodeJS.Require, code: string): Promise<string> {
  const name = "virtual:document";
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "react-document",
        // Before Vite's own, which would take the loader's React.
        enforce: "pre",
        resolveId: (id) => (id === name ? id : id.startsWith("react") ? require.resolve(id) : undefined),
        load: (id) => (id === name ? code : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: name, output: { format: "iife" } } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
