/**
 * What the server says about this page, put into its HTML so that the first question needs no call.
 */
export interface Boot {
  route: Route;
  /** The public record of the feedback channel; absent in previews. */
  node: FeedbackNode | null;
  /** The flow's definition; only the engine looks into it. */
  flow: object | null;
  /** The language asked for in the address. */
  language: string | null;
  /** Where the API lives; empty for the page's own origin. */
  api_base: string;
  /** The provider's site; without it the server's own redirect leads there. */
  site_url?: string;
  /** Why there is nothing to show. */
  error?: "not_found";
}

/** The public fields of a node that a page needs (specification, section 3.2). */
export interface FeedbackNode {
  id: string;
  name?: string;
  logo_url?: string | null;
  css_url_react?: string | null;
  favicon_url?: string | null;
  primary_color?: string | null;
  language_selector_style?: string | null;
  branding?: boolean | null;
  default_language_id?: string | null;
  prevent_multiple_feedback?: boolean | null;
  /** Days; absent or 0 is for ever. */
  multiple_feedback_delay_period?: number | null;
  channel_quota?: { active: boolean; action_kind: string } | null;
}

export type Route = keyof typeof REQUIRED_PARAMETER;

/** The routes of this application, each with the query parameter that it cannot do without (section 2.1). */
const REQUIRED_PARAMETER = {
  feedback: "node_id",
  web_feedback: "node_id",
  web_flow_preview: "flow_id",
  flow_preview: "flow_id",
} as const;

/** Reads the page's boot data; `undefined` where this page has nothing to render. */
export function readBoot(document: Document, query: URLSearchParams): Boot | undefined {
  const text = document.getElementById("boot")?.textContent;
  if (!text) return undefined;
  const boot = JSON.parse(text) as Boot;
  const parameter = REQUIRED_PARAMETER[boot.route];
  return parameter && query.get(parameter) ? boot : undefined;
}

/** Whether the page only shows a flow: moves stay local, nothing is sent, nothing waits or moves. */
export function isPreview(route: Route): boolean {
  return route === "web_flow_preview" || route === "flow_preview";
}
