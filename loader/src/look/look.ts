/**
 * The loader's look: a module that the core imports where the widget is to look like the host page
 * (docs/widget.md#the-look-of-the-page). Each widget on a page has a module of its own.
 */

import { usePristineGlobals } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { hostButtonLook } from "./hostButton.ts";

/** Puts the look of the host page's button into the widget's configuration. Changes nothing if there is no such button. */
export function start(core: Core): void {
  usePristineGlobals(core._globals());
  const { config } = core._configuration;
  const look = hostButtonLook();
  if (!look) return;
  const { color, ink, radius, font } = look;
  config.primary_color = config.secondary_color = color;
  config.font_color = ink;
  config.radius = radius ?? config.radius;
  config.look = { color, radius, font };
}
