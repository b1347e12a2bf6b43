/** The object that the server writes into the loader script (docs/api.md#loader-script). */
export interface LoaderConfiguration {
  /** The widget's code, as in the script's address. */
  code: string;
  /** The provider's origin, such as `https://pulsen.example`, without a slash at its end. */
  api_origin: string;
  /** The widget's node takes no feedback now: there is no launcher, and nothing opens. */
  unavailable?: true;
  /** In the widget's language. */
  labels: Labels;
  config: WidgetConfiguration;
}

/**
 * The public fields of a widget (docs/widget.md#widget-fields) that the loader reads. The frame's own page has them
 * all. The server leaves out fields that are null.
 */
export interface WidgetConfiguration {
  node_id?: string;
  web_channel?: { id?: string; name?: string };
  default_language_code?: string | undefined;
  /** The host's data layer gets analytics events. */
  analytics_enabled?: boolean;

  /** Host names. An empty list allows every host. */
  enabled_domains?: string[];
  /** Regular expressions for the page's address. An empty list allows every address. */
  enabled_urls?: string[];
  enabled_on_mobile?: boolean;

  /** `required`: there is no widget until the host says that the visitor allows it. */
  consent?: string | undefined;
  is_visible?: boolean;
  hide_widget?: boolean;
  display_once?: boolean;
  /** In days; absent or 0: for ever. */
  display_once_delay_period?: number;
  display_on_exit?: boolean;
  /** In seconds. */
  display_interval?: number;
  prevent_multiple_feedback?: boolean;
  secure_mode?: boolean;
  /** In days; absent or 0: for ever. */
  multiple_feedback_delay_period?: number;

  /** A number as text; by default the highest. Only from the script tag. */
  z_index?: string | undefined;
  modal_mode?: boolean;
  modal_toggle_text?: TextByLanguage;
  full_page_on_mobile?: boolean;
  popover_text?: TextByLanguage;
  popover_text_vertical?: boolean;
  popover_text_width?: number;
  popover_text_height?: number;
  size?: number;
  margin?: number;
  radius?: number;
  width?: number;
  width_type?: string;
  widget_top_position?: number;
  widget_top_position_type?: string;
  widget_right_position?: number;
  widget_right_position_type?: string;
  font_color?: string;
  primary_color?: string;
  secondary_color?: string;
  /** That of the node's theme, as CSS writes it: `dark` or `light dark`. Only in the script; absent: light. */
  color_scheme?: string;

  /** Fields that only the frame reads. */
  [field: string]: unknown;
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
