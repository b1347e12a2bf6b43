import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Names `src/drawing.tsx` in the page's HTML, so that it travels together with the script that asks for it. As a script
 * and not only as a preload: a page has loaded (which the widget's loader listens for) when it can draw.
 */
export function nameDrawing(): Plugin {
  return {
    name: "pulsen:name-drawing",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const entry = chunks.find(({ isEntry }) => isEntry);
        const drawing = chunks.find(({ name }) => name === "drawing");
        if (!drawing) throw new Error("The build has no file of src/drawing.tsx.");
        const imports = drawing.imports.filter((file) => file !== entry?.fileName);
        return [
          tag("script", { type: "module", crossorigin: true, src: `/${drawing.fileName}` }),
          ...imports.map((file) =>
            tag("link", { rel: "modulepreload", crossorigin: true, href: `/${file}` }),
          ),
        ];
      },
    },
  };
}

function tag(name: string, attrs: HtmlTagDescriptor["attrs"]): HtmlTagDescriptor {
  return { tag: name, ...(attrs && { attrs }), injectTo: "head" };
}
