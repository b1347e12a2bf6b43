import { pristine } from "../basics/pristineGlobals.ts";
import type { Size } from "./geometry.ts";
import { boxStyle, HIDDEN, setStyle } from "./style.ts";

/**
 * Returns the size that `content` needs in the surface whose element is `element`, in whole pixels: less would cut it off.
 * It is measured in the room that there is, because that is what its own limits are parts of.
 */
export function measure(element: HTMLElement, content: HTMLElement, room: Size): Size {
  setStyle(element, boxStyle({ top: 0, right: 0, width: room.width, height: room.height }) + HIDDEN);
  const measured = () => content.getBoundingClientRect();
  const { style } = content;
  const upright = measured().height;
  style.textOrientation = "sideways";
  // Some fonts have no heights for letters that stand upright in vertical text: those would overlap.
  if (upright > 0.9 * measured().height) style.textOrientation = "";
  const needed = measured();
  /** Makes the content as large as the surface will be, so that it fills that. It has no size yet in a hidden page. */
  const roundUp = (side: "width" | "height") => {
    const pixels = pristine.Math.ceil(needed[side]);
    if (pixels) style[side] = `${pixels}px`;
    return pixels;
  };
  return { width: roundUp("width"), height: roundUp("height") };
}
