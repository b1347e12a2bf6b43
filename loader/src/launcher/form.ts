import type { Viewport } from "../layout/geometry.ts";
import type { LifecycleEvent } from "../lifecycle/messages.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import type { Labels, WidgetConfiguration } from "../protocol/configuration.ts";
import type { Mount } from "./mount.ts";

/** What a widget looks like on the host page: all of it but the content frame and what is behind that. */
export interface Form {
  _render(view: LifecycleView, viewport: Viewport): void;
  /** Moves the focus to the launcher. */
  focus(): void;
}

/** What a form is made from. */
export interface FormOptions {
  _mount: Mount;
  _configuration: WidgetConfiguration;
  /** In lower case. */
  language: string;
  labels: Labels;
  _send(event: LifecycleEvent): void;
}
