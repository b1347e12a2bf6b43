import { createButton } from "../launcher/buttons.ts";
import type { Form, FormOptions } from "../launcher/form.ts";
import { createLauncher } from "../launcher/launcher.ts";
import { LAUNCHER_CSS } from "../launcher/launcherStyles.ts";
import { textFor } from "../launcher/textFor.ts";
import { launcherBox } from "../layout/geometry.ts";
import { createCloseIcon, createOpenIcon } from "./icons.ts";
import { ROUND_CSS } from "./roundStyles.ts";

/** The plain form: a round button. */
export function createPlainForm(options: FormOptions): Form {
  const { _configuration: configuration, language, labels } = options;
  const button = createButton("launcher");
  button.appendChild(createOpenIcon());
  button.appendChild(createCloseIcon());
  const text = textFor(language, configuration.popover_text);
  const launcher = createLauncher(options, button, text ?? labels.open, LAUNCHER_CSS + ROUND_CSS);
  return {
    _render(view, viewport) {
      launcher._render(view, launcherBox(configuration, viewport), "50%");
    },
    focus: launcher.focus,
  };
}
