import type { Form, FormOptions } from "../form.ts";
import { isOnLeft, type Size } from "../geometry.ts";
import { createButton } from "../launcher/buttons.ts";
import { textFor } from "../launcher/labels.ts";
import { createLauncher, measure } from "../launcher/launcher.ts";
import { LAUNCHER_CSS } from "../launcher/launcherStyles.ts";
import { onRemoval } from "../listeners.ts";
import { blockHost } from "./blockHost.ts";
import { modalBox, tabBox } from "./modalBoxes.ts";
import { createOverlay } from "./overlay.ts";
import { TAB_CSS } from "./tabStyles.ts";

/** The modal form: a tab at the side of the window; the open widget lies on an overlay and blocks the host page. */
export function createModalForm(options: FormOptions): Form {
  const { mount, configuration, language, labels, send } = options;
  const text = textFor(language, configuration.modal_toggle_text) ?? labels.title;
  const button = createButton("launcher", text);
  button.dir = "auto";
  const launcher = createLauncher(options, button, text, LAUNCHER_CSS + TAB_CSS);
  const showOverlay = createOverlay(mount.container, () => send({ type: "close" }));
  /** The size that the tab's text needs, as soon as it can be measured. */
  let tabSize: Size | undefined;
  let unblockHost: (() => void) | undefined;
  const unblock = () => {
    unblockHost?.();
    unblockHost = undefined;
  };
  onRemoval(unblock);

  return {
    render(view, viewport) {
      if (!tabSize?.height) tabSize = measure(mount.launcher.element, button);
      const box = tabBox(configuration, viewport, tabSize);
      const onLeft = isOnLeft(box, viewport);
      button.className = onLeft ? "launcher left" : "launcher";
      launcher.render(view, box, onLeft ? "0 10px 10px 0" : "10px 0 0 10px");
      showOverlay(view.blocksHost);
      if (view.blocksHost) unblockHost ??= blockHost();
      else unblock();
    },
    focus: launcher.focus,
    contentBox: (viewport, view) => modalBox(configuration, viewport, view),
  };
}
