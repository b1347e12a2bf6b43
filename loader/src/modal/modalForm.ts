import { createButton } from "../launcher/buttons.ts";
import type { Form, FormOptions } from "../launcher/form.ts";
import { createLauncher } from "../launcher/launcher.ts";
import { LAUNCHER_CSS } from "../launcher/launcherStyles.ts";
import { textFor } from "../launcher/textFor.ts";
import { isOnLeft, type Size } from "../layout/geometry.ts";
import { measure } from "../layout/measure.ts";
import { tabBox } from "./tabBox.ts";
import { TAB_CSS } from "./tabStyles.ts";

/** The modal form's launcher: a tab at the side of the window. */
export function createModalForm(options: FormOptions): Form {
  const { _mount: mount, _configuration: configuration, language, labels } = options;
  const text = textFor(language, configuration.modal_toggle_text) ?? labels.title;
  const button = createButton("launcher", text);
  button.dir = "auto";
  if (configuration.look?.font) button.style.fontFamily = configuration.look.font;
  const launcher = createLauncher(options, button, text, LAUNCHER_CSS + TAB_CSS);
  /** The size that the tab's text needs, as soon as it can be measured. */
  let tabSize: Size | undefined;

  return {
    _render(view, viewport) {
      if (!tabSize?.height) tabSize = measure(mount._launcher._element, button, viewport);
      const box = tabBox(configuration, viewport, tabSize);
      const onLeft = isOnLeft(box, viewport);
      button.className = onLeft ? "launcher left" : "launcher";
      launcher._render(view, box, onLeft ? "0 10px 10px 0" : "10px 0 0 10px");
    },
    focus: launcher.focus,
  };
}
