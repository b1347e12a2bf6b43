import { PulsenLoadError } from "./error.ts";

/** Which widget to load, and from where. */
export interface PulsenOptions {
  /** The widget's code: `PSN-` and seven letters, digits or hyphens. */
  code: string;
  /** The address of the Pulsen server, such as `https://feedback.example`. */
  origin: string;
  /** The nonce of the page's Content-Security-Policy, if that asks for one. */
  nonce?: string | undefined;
  /** The language, instead of that of the widget's configuration. */
  language?: string | undefined;
  /** The corner of the window that the launcher is in. */
  position?: "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
  /** The order of the widget among what is on the page; by default above everything. */
  zIndex?: number | undefined;
  /** `from-page`: the widget takes colors, font and radius from the page's own button. */
  theme?: "from-page" | undefined;
  /** Whether there is no launcher: the widget opens by `open()` and by elements with `data-psn-open`. */
  hideLauncher?: boolean | undefined;
  /** Whether nothing is stored and no frame is made before `consent(true)`. */
  needsConsent?: boolean | undefined;
  /**
   * The place of a form that is a part of the page: a selector. Without it the widget is above the page and has a
   * launcher.
   */
  inline?: string | undefined;
  /** Whether the inline form has a header with the node's name or logo. */
  header?: boolean | undefined;
}

/** The script's element for a widget. */
export interface ScriptRequest {
  code: string;
  address: string;
  attributes: Record<string, string>;
}

const CODE = /^PSN-[A-Za-z0-9-]{7}$/;

/** @throws {PulsenLoadError} if the code or the address is not one. */
export function readOptions(options: PulsenOptions): ScriptRequest {
  const { code, origin } = options;
  if (!CODE.test(code)) {
    throw new PulsenLoadError(
      "invalid_options",
      `"${code}" is not the code of a widget, such as PSN-DEMO123.`,
    );
  }
  return {
    code,
    address: `${readOrigin(origin)}/loader/${code}.js`,
    attributes: attributesOf(options),
  };
}

/** Returns the attributes of the script (docs/widget.md#attributes-of-the-script). */
function attributesOf(options: PulsenOptions): Record<string, string> {
  const { nonce, language, position, zIndex, theme, hideLauncher, needsConsent, inline, header } = options;
  const attributes = {
    nonce,
    "data-language": language,
    "data-position": position,
    "data-z-index": zIndex?.toString(),
    "data-theme": theme,
    "data-launcher": hideLauncher ? "hidden" : undefined,
    "data-consent": needsConsent ? "required" : undefined,
    "data-psn-inline": inline,
    "data-psn-header": header ? "" : undefined,
  };
  const given = Object.entries(attributes).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(given);
}

function readOrigin(address: string): string {
  const isUrl = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (isUrl) return new URL(address).origin;
  throw new PulsenLoadError(
    "invalid_options",
    `"${address}" is not the address of a Pulsen server, such as https://feedback.example.`,
  );
}
