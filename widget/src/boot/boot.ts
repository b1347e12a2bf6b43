import type { Schemas } from "pulsen-loader/wire";

/** What the server puts into the page's HTML, so that the first question needs no call (docs/api.md#boot-data). */
export interface Boot {
  route: Route;
  /** The feedback channel; absent in previews. */
  node: FeedbackNode | null;
  /** What the page needs to know about the flow. Its definition is a script of its own: see `readFlowText`. */
  flow: FlowOutline | null;
  /** The configuration of the widget whose frame this page is. */
  widget?: FrameConfiguration | null;
  /** The language that the page starts in: the engine would choose the same. */
  language: string;
  /** The language that the address asks for. */
  url_language: string | null;
  /** The API's origin; empty for the page's own. */
  api_base: string;
  /** The provider's site; without it links lead to the server, which redirects. */
  site_url?: string;
  /** The name of a link there, on pages that may have no flow to show. */
  home?: string;
  /** Why there is nothing to show. */
  error?: "not_found";
  /** Why the node's flow is not here. */
  unavailable?: Unavailability;
  /** Whether the browser may keep the page for when there is no connection (docs/offline.md). */
  opens_offline?: true;
  /** Whether the server counts how often the flow is opened and started (docs/results.md#counters). */
  is_counted?: true;
  /** What makes the page a kiosk (docs/kiosk.md). */
  kiosk?: KioskStart;
  /** The customer of the link has given their one feedback, on whatever device. */
  already_given?: true;
}

/** What a page needs to be a kiosk. */
export interface KioskStart {
  pin: PinHash;
  /** Whether it starts without the PIN. */
  at_once?: true;
}

/** What a PIN is compared with: PBKDF2 with SHA-256, in hexadecimal digits. */
export interface PinHash {
  salt: string;
  iterations: number;
  hash: string;
}

/** Why a node takes no feedback (docs/widget.md#activation). */
export interface Unavailability {
  reason: "not_open_yet" | "expired" | "closed" | "quota_used_up" | "invalid_signature";
  /** RFC 3339. */
  opens_at?: string;
  /** The operator's text, in the page's language. */
  message?: string;
}

/** The parts of a flow that concern the page before the engine has read it. */
export interface FlowOutline {
  id: string;
  revision: number;
  isPreview: boolean;
  isSingleElementPreview: boolean;
  /** The styles of the flow's questions, each once. */
  styles: string[];
  /** The codes of its languages. */
  languages: string[];
  /** The parameters of the address of a host page that its hidden fields read. */
  hiddenFields?: string[];
  /** How many questions visitors see at a time, where the flow says so: `page`: those of the page. */
  pace?: "page" | "one";
  /** By state how many questions of each style follow it, where one at a time is shown. States before an end have none. */
  ahead?: Record<string, Record<string, number>>;
}

/** The public fields of a node (docs/widget.md#node-fields), and what the server computes of them. */
export type FeedbackNode = Schemas["Node"];

/** The configuration of the widget whose frame a page is (docs/widget.md#widget-fields). */
export type FrameConfiguration = Schemas["Widget"];

export type Route = keyof typeof REQUIRED_PARAMETERS;

/**
 * The application's routes, each with the query parameter that it requires (docs/api.md#pages). A chat's parameters may
 * also be in the browser's storage, so the chat checks them itself.
 */
const REQUIRED_PARAMETERS = {
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
  const parameter = REQUIRED_PARAMETERS[boot.route];
  return parameter === null || (parameter && query.get(parameter)) ? boot : undefined;
}

/** Waits until the browser has read the whole page: the flow is at its end, and can be large. */
export function pageIsRead(document: Document): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", () => resolve()));
}

/** Reads the flow's JSON text, which only the engine parses. */
export function readFlowText(document: Document): string | undefined {
  return document.getElementById("flow")?.textContent || undefined;
}

/**
 * Returns whether the page is a preview: nothing is sent and nothing is delayed. The route, the address of a link page
 * or the flow itself makes it one (docs/flows.md#previews).
 */
export function isPreview({ route, flow }: Pick<Boot, "route" | "flow">, query: URLSearchParams): boolean {
  return (
    route === "web_flow_preview" ||
    route === "flow_preview" ||
    query.get("isPreview") === "true" ||
    flow?.isPreview === true ||
    flow?.isSingleElementPreview === true
  );
}
