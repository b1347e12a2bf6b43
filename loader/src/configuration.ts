/** What the server bakes into the loader's file. */
export interface Baked {
  /** The widget's code, as in the script's address. */
  code: string;
  /** The provider's origin, such as `https://pulsen.example`, without a slash at its end. */
  api_origin: string;
  /** The widget's public record. */
  config: WidgetConfiguration;
}

/**
 * A widget's public record, as far as the loader reads it (specification, section 3.1). The frame's own page
 * brings it whole. Nulls are dropped by the server.
 */
export interface WidgetConfiguration {
  node_id?: string;
  web_channel?: { id?: string; name?: string };
  default_language_code?: string;
  analytics_enabled?: boolean;

  /** Host names; none: everywhere. */
  enabled_domains?: string[];
  /** Patterns for the page's address; none: everywhere. */
  enabled_urls?: string[];
  enabled_on_mobile?: boolean;

  is_visible?: boolean;
  hide_widget?: boolean;
  display_once?: boolean;
  prevent_multiple_feedback?: boolean;

  full_page_on_mobile?: boolean;
  popover_text?: TextByLanguage;
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

  /** What only the frame reads. */
  [field: string]: unknown;
}

/** Texts by lower-case language code. */
export type TextByLanguage = Record<string, string>;

/** The launcher's diameter and its distance from the window's edges, in pixels (specification, section 3.1). */
export const DEFAULT_SIZE = 60;
export const DEFAULT_MARGIN = 20;

/** Colours of a widget that names none (specification, section 3.1). */
export const DEFAULT_FONT_COLOR = "#FFFFFF";
export const DEFAULT_PRIMARY_COLOR = "#20B8F7";

/** A position or width of this type is in percent, of any other in pixels. */
export const PERCENT_TYPE = "rate";
