import type { Globals } from "../basics/pristineGlobals.ts";
import type { Call } from "../host/call.ts";
import type { Viewport } from "../layout/geometry.ts";
import type { Handlers } from "../lifecycle/lifecycle.ts";
import type { FrameEventType, LifecycleEffect, LifecycleEvent } from "../lifecycle/messages.ts";
import type { LifecycleState } from "../lifecycle/state.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import type { Labels, LoaderConfiguration } from "../protocol/configuration.ts";
import type { HostMessage } from "../protocol/protocol.ts";

/**
 * The parts of the loader, and what they give each other (docs/widget.md#parts-of-the-loader).
 *
 * The *core* is in the script that every page loads: it decides what happens (`lifecycle/`) and draws the launcher. The
 * *interaction* is a module that is loaded when a visitor or the host's script wants something of the widget: the
 * content frame, messages to frame and host, the commands of `window.PSN`. The *bubble* is a module that is loaded when something
 * is to appear beside the launcher; the *look*, before the launcher is drawn, where the widget is to look like the page.
 *
 * A page that has been open for days may load the interaction of a newer server. Anyone who changes this file, an event, an
 * effect or the state so that an older core would not work with it increases `PARTS_VERSION` in `builds.mjs`.
 */
export interface Core {
  /** Returns the built-in objects that both parts work with. */
  _globals(): Globals;
  readonly _configuration: LoaderConfiguration;
  readonly state: LifecycleState;
  /** The script's element, with the host's settings for this page as attributes. */
  readonly _script: Element | null;
  /** In lower case; `null` if neither the configuration nor the host's script has said one. */
  readonly language: string | null;
  /** The script's tag has another language than the labels that came with the script. */
  readonly _needsLabels: boolean;
  /** The names of launcher and frames, in the widget's language as far as they have come. */
  readonly labels: Labels;
  /** The names of the script tag's attributes with wrong values, each after a space. */
  readonly _wrongAttributes: string;
  /** The end of the ids of all elements. */
  readonly _idSuffix: string;
  /** Holds all of the widget's elements. Absent if it could not be added to the page. */
  readonly _container?: HTMLElement;
  /** Whether the host page is in a sandbox. Then every frame in it has an opaque origin and cannot be entered. */
  readonly _sandboxed?: boolean;
  /** The origin of the provider's frames in messages: that of the server, or `null` in a sandbox. */
  readonly _frameOrigin: string;
  /** The content frame's element, from the effect `_create_frame` on. */
  readonly frame?: HTMLIFrameElement;
  /** What the frame has posted before the interaction was there. */
  readonly _announcement?: MessageEvent | undefined;
  _send(event: LifecycleEvent): void;
  /** Adds the handlers of the events of which the interaction tells. */
  _addHandlers(handlers: Handlers<FrameEventType>): void;
  /** Returns whether the widget may appear now. */
  _isAllowed(): boolean;
  /** Draws both parts again. */
  _render(): void;
  /** Shows the launcher in another language. @param language in lower case. */
  setLanguage(language: string, labels: Labels): void;
  /** Moves the focus to the launcher, which has to be visible. */
  _focusLauncher(): void;
  /** Sends a message to the content frame, once, as soon as that is ready. */
  _give(message: HostMessage): void;
}

/** What the core asks of the interaction. */
export interface Interaction {
  /** Performs those effects that are not the core's own. */
  _perform(effect: LifecycleEffect): void;
  /** @param viewport the size of the host's window. */
  _render(view: LifecycleView, viewport: Viewport): void;
  /** Sends a message to the content frame, once, as soon as that is ready. */
  _give(message: HostMessage): void;
  /** Carries a command of `window.PSN` out. The core has told the life cycle of it already. */
  run(call: Call): void;
  /** Undoes all that it has done to the host page. */
  remove(): void;
  /** Begins again after that, because the core's elements are on the page again. */
  begin(): void;
}

/** The module that the core imports. */
export interface InteractionModule {
  start(core: Core): Interaction;
}

/** The module that the core imports where the widget looks like the page. */
export interface LookModule {
  /** Puts what the page looks like into the widget's configuration. */
  start(core: Core): void;
}

/** What stands beside the round launcher. */
export interface Bubble {
  /** @param viewport the size of the host's window. */
  _render(view: LifecycleView, viewport: Viewport): void;
  /** Removes its listeners. Its elements go with the container. */
  remove(): void;
}

/** The module that the core imports for it. */
export interface BubbleModule {
  start(core: Core): Bubble;
}
