import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Adds the script of `src/render.tsx` to the page's HTML, so that it loads together with the script that imports it. As a
 * script and not only as a preload: the widget's loader waits for the page's load event, which then means that the page
 * can render.
 */
export function preloadRenderer(): Plugin {
  return {
    name: "pulsen:preload-renderer",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const entry = chunks.find(({ isEntry }) => isEntry);
        const renderer = chunks.find(({ name }) => name === "render");
        if (!renderer) throw new Error("The build has no file of src/render.tsx.");
        const imports = renderer.imports.filter((file) => file !== entry?.fileName);
        return [
          tag("script", { async: true, type: "module", crossorigin: true, src: `./${renderer.fileName}` }),
          ...imports.map((file) =>
            tag("link", { rel: "modulepreload", crossorigin: true, href: `./${file}` }),
          ),
        ];
      },
    },
  };
}

function tag(name: string, attrs: HtmlTagDescriptor["attrs"]): HtmlTagDescriptor {
  return { tag: name, ...(attrs && { attrs }), injectTo: "head" };
}
