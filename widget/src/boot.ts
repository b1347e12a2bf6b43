import type { WidgetConfiguration } from "pulsen-loader/configuration";

/**
 * What the server says about this page, put into its HTML so that the first question needs no call.
 */
export interface Boot {
  route: Route;
  /** The public record of the feedback channel; absent in previews, and in a chat, which brings its own. */
  node: FeedbackNode | null;
  /** The flow's definition; only the engine looks into it. */
  flow: object | null;
  /** The public record of the widget whose frame this page is. */
  widget?: WidgetRecord | null;
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
  channel_quota?: { active: boolean; action_kind?: string } | null;
  /** After how long without an act the flow begins anew; absent or 0: never. */
  idle_reset_timeout_in_seconds?: number | null;
  /** After how long the thanks give way to the start; absent or 0: never. */
  thank_you_duration_in_seconds?: number | null;
}

/** The fields of a widget's record that only its frame reads (specification, section 3.1). */
export type WidgetRecord = WidgetConfiguration & {
  node_logo_url?: string;
  branding?: boolean;
};

export type Route = keyof typeof REQUIRED_PARAMETER;

/**
 * The routes of this application, each with the query parameter that it cannot do without (section 2.1). What a chat
 * needs may also be in the browser's storage: it decides by itself.
 */
const REQUIRED_PARAMETER = {
  feedback: "node_id",
  web_feedback: "node_id",
  web_flow_preview: "flow_id",
  flow_preview: "flow_id",
  chat: null,
  widget: "code",
} as const;

/** Reads the page's boot data; `undefined` where this page has nothing to render. */
export function readBoot(document: Document, query: URLSearchParams): Boot | undefined {
  const text = document.getElementById("boot")?.textContent;
  if (!text) return undefined;
  const boot: Boot = { node: null, flow: null, ...JSON.parse(text) };
  const parameter = REQUIRED_PARAMETER[boot.route];
  return parameter === null || (parameter && query.get(parameter)) ? boot : undefined;
}

/**
 * Whether the page only shows a flow: moves stay local, nothing is sent, nothing waits or moves. The route says so, the
 * address of a link page (specification, section 4.2), or the flow itself.
 */
export function isPreview({ route, flow }: Pick<Boot, "route" | "flow">, query: URLSearchParams): boolean {
  const { isPreview, isSingleElementPreview } = (flow ?? {}) as FlowFlags;
  return (
    route === "web_flow_preview" ||
    route === "flow_preview" ||
    query.get("isPreview") === "true" ||
    isPreview === true ||
    isSingleElementPreview === true
  );
}

/** What a flow says about its own preview. */
interface FlowFlags {
  isPreview?: unknown;
  isSingleElementPreview?: unknown;
}
