import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const examples = new URL("../../examples/", import.meta.url);

/**
 * `vite dev` without the server: puts the boot data that the server would put into the page, read anew from
 * `examples/` at each request. `/feedback?node_id=demo-node`, `/web_flow_preview?flow_id=demo-flow`. A chat needs the
 * server for the rest: `/chat?feedback_id=…&token=…`.
 */
export function bootFromExamples(): Plugin {
  return {
    name: "pulsen:boot-from-examples",
    apply: "serve",
    async transformIndexHtml(_html, { originalUrl = "/" }) {
      const { pathname, searchParams } = new URL(originalUrl, "http://localhost");
      const code = searchParams.get("code");
      const widget = code === null ? null : await example("widgets", code);
      const nodeId = widget ? String(widget.node_id) : searchParams.get("node_id");
      const node = nodeId === null ? null : await example("nodes", nodeId);
      const flowId = searchParams.get("flow_id") ?? node?.flow_id;
      const flow = typeof flowId === "string" ? await example("flows", flowId) : null;
      const route = pathname.slice(1);
      const boot = {
        route,
        widget,
        node,
        flow,
        language: searchParams.get("lang"),
        api_base: "",
        ...(flow === null && route !== "chat" && { error: "not_found" }),
      };
      return [
        {
          tag: "script",
          attrs: { type: "application/json", id: "boot" },
          children: JSON.stringify(boot).replaceAll("<", "\\u003c"),
        },
      ];
    },
  };
}

async function example(folder: string, id: string): Promise<Record<string, unknown> | null> {
  try {
    return JSON.parse(await readFile(new URL(`${folder}/${encodeURIComponent(id)}.json`, examples), "utf8"));
  } catch {
    return null;
  }
}
