import { pristine } from "../basics/pristineGlobals.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Paths in a view box of 24 by 24. */
const BUBBLE =
  "M12 4c5 0 9 3.3 9 7.5s-4 7.5-9 7.5c-.9 0-1.8-.1-2.6-.3L5 21l.6-4C4 15.6 3 13.7 3 11.5 3 7.3 7 4 12 4Z";
const SMILE = "M8.5 12.5c.8 1.3 2 2 3.5 2s2.7-.7 3.5-2";
const EYES = "M9 9.2v.1M15 9.2v.1";
const CROSS = "M6 6l12 12M18 6 6 18";

/** Creates the icon of the closed widget: a speech bubble with a smile. */
export function createOpenIcon(): SVGElement {
  return createIcon("open", BUBBLE + SMILE + EYES);
}

/** Creates the icon of the open widget: a cross. */
export function createCloseIcon(): SVGElement {
  return createIcon("close", CROSS);
}

/** Builds the icon node by node: the host's policy may forbid both markup from strings and `data:` images. */
function createIcon(className: string, d: string): SVGElement {
  const { document } = pristine;
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("class", className);
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", d);
  icon.appendChild(path);
  return icon;
}
