import type { Schemas } from "../wire/index.ts";
import type { Look } from "./protocol.ts";

/** The object that the server writes into the loader script (docs/api.md#loader-script). */
export interface LoaderConfiguration {
  /** The widget's code, as in the script's address. */
  code: string;
  /** The server's address, such as `https://pulsen.example` or `https://example.com/pulsen`, without a slash at its end. */
  api_base: string;
  /** The widget's node takes no feedback now: there is no launcher, and nothing opens. */
  unavailable?: true;
  /** The file whose request counts that the widget is shown (docs/results.md#counters). Absent: nothing is counted. */
  shown?: string;
  /** In the widget's language. */
  labels: Labels;
  config: WidgetConfiguration;
}

/**
 * The public fields of a widget (docs/widget.md#widget-fields), of which the loader reads some and the frame's page others,
 * with what else a script tag or the server may set.
 */
export type WidgetConfiguration = {
  [Field in keyof Schemas["Widget"]]?: Schemas["Widget"][Field] | undefined;
} & {
  /** A number as text; by default the highest. Only from the script tag. */
  z_index?: string | undefined;
  /** What stands beside the launcher instead of a text. Only in the script. */
  question?: BubbleQuestion;
  /** Where colors, radius and font come from, instead of the record. Only from the script tag. */
  theme?: "from-page" | undefined;
  /** What the widget has taken from the page. */
  look?: Look;
  /** That of the node's theme, as CSS writes it: `dark` or `light dark`. Only in the script; absent: light. */
  color_scheme?: string;
  /** Of the node (docs/api.md#campaign-parameters). Only in the script. */
  campaign_parameters?: string[];
  /** The parameters of the host page's address that hidden fields of the node's flows read. Only in the script. */
  hidden_fields?: string[];
};

/** The first question of the widget's flow (docs/widget.md#a-question-beside-the-launcher). */
export interface BubbleQuestion {
  id: string;
  style: "radio" | "star" | "score" | "ces";
  text: TextByLanguage;
  /** Of a `radio` question. */
  options?: { id: string; text: TextByLanguage }[];
  /** Of the others: the lowest and the highest number. */
  scale?: [lowest: number, highest: number];
  min_label?: TextByLanguage;
  max_label?: TextByLanguage;
}

/** The accessible names of the launcher and the frames (docs/widget.md#interface-languages). */
export interface Labels {
  /** The round button while the widget is closed, if the widget has no text of its own. */
  open: string;
  /** The button while the widget is open. */
  close: string;
  /** Both frames. */
  title: string;
}

/** Texts by lower-case language code. */
export type TextByLanguage = Record<string, string>;

/** The round launcher's diameter and its distance from the edges of the window, in pixels. */
export const DEFAULT_SIZE = 60;
export const DEFAULT_MARGIN = 20;

/** The color of a widget that sets none (docs/widget.md#colors). */
export const DEFAULT_PRIMARY_COLOR = "#20B8F7";

/** Positions and widths with this type are percentages of the window; with any other they are pixels. */
export const PERCENT_TYPE = "rate";
