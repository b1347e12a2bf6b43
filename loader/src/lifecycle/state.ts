import type { WidgetConfiguration } from "../configuration.ts";
import type { IdentifyMessage } from "../protocol.ts";

/** The state of the widget on one host page (docs/widget.md#life-cycle). */
export interface LifecycleState {
  readonly configuration: WidgetConfiguration;
  /** The widget's node takes feedback. */
  readonly available: boolean;
  /** The host page has been parsed. Until then a request to open is only remembered. */
  loaded: boolean;
  opensWhenLoaded: boolean;
  /** May appear now, on this device and at this address. */
  allowed: boolean;
  mobile: boolean;
  open: boolean;
  /** `loaded`: a document has loaded in the frame. `ready`: the frame itself has answered. */
  frame: "none" | "loading" | "loaded" | "ready";
  /** The widget was opened by keyboard: the focus moves into the frame when that is ready. */
  focusWhenReady: boolean;
  /** The height that the frame has reported. */
  contentHeight: number | undefined;
  /** The frame shows a chat. */
  chat: boolean;
  /** Who the visitor is, as far as the host has said. */
  identity: IdentifyMessage | undefined;
  /** Staff replies that the visitor has not seen. */
  unread: number;
  /** The widget has failed or was destroyed; all further events are ignored. */
  ended: boolean;
}

export function createLifecycle(configuration: WidgetConfiguration, available = true): LifecycleState {
  return {
    configuration,
    available,
    loaded: false,
    opensWhenLoaded: false,
    allowed: false,
    mobile: false,
    open: false,
    frame: "none",
    focusWhenReady: false,
    contentHeight: undefined,
    chat: false,
    identity: undefined,
    unread: 0,
    ended: false,
  };
}

/** Returns whether the launcher is on the page. The host can also open a widget that has no visible launcher. */
export function isLauncherVisible({ loaded, allowed, configuration }: LifecycleState): boolean {
  return loaded && allowed && configuration.is_visible !== false;
}

export function isFullPage({ mobile, configuration }: LifecycleState): boolean {
  return mobile && !!configuration.full_page_on_mobile;
}
