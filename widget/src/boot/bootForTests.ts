import { repositoryFile } from "../engine/loadForTests";
import type { Boot, FlowOutline } from "./boot";
import { outlineFlow } from "./outlineFlow";

/** Boot data of a link page without a node or flow. */
export function bootForTests(change: Partial<Boot> = {}): Boot {
  return {
    route: "feedback",
    node: null,
    flow: null,
    language: "en",
    url_language: null,
    api_base: "",
    site_url: "https://pulsen.example/",
    ...change,
  };
}

/** Puts a flow of the repository into the document, as the server does, and returns its outline. */
export function embedFlow(path: string): FlowOutline {
  const text = repositoryFile(path);
  document.getElementById("flow")?.remove();
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "flow";
  script.textContent = text;
  document.head.append(script);
  return outlineFlow(JSON.parse(text));
}
