import type { Call, ErrorCode } from "../host/call.ts";
import type { Mount } from "../launcher/mount.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import type { Labels } from "../protocol/configuration.ts";
import type { LazyInteraction } from "./interactionLoader.ts";
import type { Core } from "./parts.ts";

/** The widget as the core has it. */
export interface Widget extends Core {
  _mount?: Mount | undefined;
  _idSuffix: string;
  _container?: HTMLElement;
  /** Draws the widget as soon as the page has been parsed, instead of when it is at rest. */
  _hurry(): void;
  /** When the host has last removed the widget, and how often in quick succession. */
  _lostAt?: number;
  _losses?: number;
  _sandboxed?: boolean;
  _frameOrigin: string;
  frame?: HTMLIFrameElement;
  language: string | null;
  labels: Labels;
  _announcement?: MessageEvent;
  ui?: WidgetUi | undefined;
  _interaction: LazyInteraction;
  /** Calls of the host that wait for the interaction. */
  _calls: Call[];
  /** The messages that the host's script wants to learn of. */
  _heard: Record<string, boolean>;
  /** The widget was removed without an interaction that could say so: further calls are refused with this. */
  _refusal?: ErrorCode;
}

/** The core's elements on the host page. */
export interface WidgetUi {
  _render(view: LifecycleView): void;
  /** Draws the launcher again in the widget's language. */
  setLanguage(): void;
  _createFrame(): void;
  /** Moves the focus to the launcher. */
  focus(): void;
}
