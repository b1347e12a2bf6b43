import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const examples = new URL("../../examples/", import.meta.url);

/**
 * `vite dev` without the server: puts the boot data that the server would put into the page, read anew from
 * `examples/` at each request. `/feedback?node_id=demo-node`, `/web_flow_preview?flow_id=demo-flow`.
 */
export function bootFromExamples(): Plugin {
  return {
    name: "pulsen:boot-from-examples",
    apply: "serve",
    async transformIndexHtml(_html, { originalUrl = "/" }) {
      const { pathname, searchParams } = new URL(originalUrl, "http://localhost");
      const nodeId = searchParams.get("node_id");
      const node = nodeId === null ? null : await example("nodes", nodeId);
      const flowId = searchParams.get("flow_id") ?? node?.flow_id;
      const flow = typeof flowId === "string" ? await example("flows", flowId) : null;
      const boot = {
        route: pathname.slice(1),
        node,
        flow,
        language: searchParams.get("lang"),
        api_base: "",
        ...(flow === null && { error: "not_found" }),
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
