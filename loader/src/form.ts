import type { WidgetConfiguration } from "./configuration.ts";
import type { ContentBox } from "./frame/contentBox.ts";
import type { Size } from "./geometry.ts";
import type { Labels } from "./launcher/labels.ts";
import type { Mount } from "./launcher/mount.ts";
import type { LifecycleEvent } from "./lifecycle/messages.ts";
import type { LifecycleView } from "./lifecycle/view.ts";

/** What a widget looks like on the host page: all of it but the content frame itself. */
export interface Form {
  render(view: LifecycleView, viewport: Size): void;
  /** Moves the focus to the launcher. */
  focus(): void;
  /** Returns the place and size of the content frame. */
  contentBox(viewport: Size, view: LifecycleView): ContentBox;
}

/** What a form is made from. */
export interface FormOptions {
  mount: Mount;
  configuration: WidgetConfiguration;
  /** In lower case. */
  language: string;
  labels: Labels;
  send(event: LifecycleEvent): void;
}
