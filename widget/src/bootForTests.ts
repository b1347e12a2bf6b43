import { summarizeFlow } from "../dev/summarizeFlow";
import type { Boot, FlowSummary } from "./boot";
import { repositoryFile } from "./engine/loadForTests";

/** Boot data of a link page without a node or flow. */
export function bootForTests(change: Partial<Boot> = {}): Boot {
  return {
    route: "feedback",
    node: null,
    flow: null,
    language: "en",
    url_language: null,
    api_base: "",
    ...change,
  };
}

/** Puts a flow of the repository into the document, as the server does, and returns its summary. */
export function embedFlow(path: string): FlowSummary {
  const text = repositoryFile(path);
  document.getElementById("flow")?.remove();
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "flow";
  script.textContent = text;
  document.head.append(script);
  return summarizeFlow(JSON.parse(text));
}
