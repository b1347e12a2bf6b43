import { readFile } from "node:fs/promises";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { outlineFlow } from "../src/boot/outlineFlow.ts";

const examples = new URL("../../examples/", import.meta.url);

/**
 * Replaces the server in `vite dev`: puts the boot data and the flow into the page, read from `examples/` at each
 * request. `/feedback?node_id=demo-node`, `/web_flow_preview?flow_id=demo-flow`. A chat needs a server as well:
 * `/chat?feedback_id=…&token=…`.
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
      const urlLanguage = searchParams.get("lang");
      const boot = {
        route,
        widget,
        node,
        flow: flow && outlineFlow(flow as never),
        language: urlLanguage ?? node?.default_language_id ?? "en",
        url_language: urlLanguage,
        api_base: "",
        ...(flow === null && route !== "chat" && { error: "not_found" }),
      };
      return [jsonScript("flow", flow), jsonScript("boot", boot)];
    },
  };
}

function jsonScript(id: string, value: unknown): HtmlTagDescriptor {
  const children = JSON.stringify(value).replaceAll("<", "\\u003c");
  return { tag: "script", attrs: { type: "application/json", id }, children };
}

async function example(folder: string, id: string): Promise<Record<string, unknown> | null> {
  try {
    return JSON.parse(await readFile(new URL(`${folder}/${encodeURIComponent(id)}.json`, examples), "utf8"));
  } catch {
    return null;
  }
}
