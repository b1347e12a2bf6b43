/**
 * The loader's bubble: a module that the core imports when something is to appear beside the round launcher
 * (`../core/parts.ts`). Each widget on a page has a module of its own, so that its modules may have state.
 */

import { removeListeners } from "../basics/listeners.ts";
import { pristine, setAttribute, usePristineGlobals } from "../basics/pristineGlobals.ts";
import type { Bubble, Core } from "../core/parts.ts";
import { createShadow } from "../launcher/surface.ts";
import { textFor } from "../launcher/textFor.ts";
import { flushBox } from "../layout/flushBox.ts";
import { launcherBox, type Size } from "../layout/geometry.ts";
import { measure } from "../layout/measure.ts";
import { boxStyle, SHADOW, setStyle, VISIBLE } from "../layout/style.ts";
import { bubbleBox } from "./bubbleBox.ts";
import { BUBBLE_CSS, BUBBLE_ID } from "./bubbleStyles.ts";
import { createQuestion } from "./questionBubble.ts";
import { createText } from "./textBubble.ts";

/** What the visitor does in the bubble is nothing to the host, as what happens in a frame is not. */
const OWN_EVENTS = ["keydown", "keyup", "pointerdown", "mousedown", "touchstart", "click"];

export function start(core: Core): Bubble {
  usePristineGlobals(core._globals());
  const {
    _configuration: { config },
    _container: container,
  } = core;
  const { _element: element, _draw: draw } = createShadow(container as HTMLElement);
  const { question } = config;
  let content: HTMLElement | undefined;
  let language: string | null | undefined;
  let size: Size | undefined;

  setAttribute(element, "id", BUBBLE_ID + core._idSuffix);
  setStyle(element, "display:none;");
  for (let index = 0; index < OWN_EVENTS.length; index++) {
    const type = OWN_EVENTS[index] as string;
    pristine.EventTarget.prototype.addEventListener.call(element, type, (event) => event.stopPropagation());
  }

  return {
    _render(view, viewport) {
      if (language !== core.language) {
        language = core.language;
        removeListeners();
        content = question
          ? createQuestion(core, question)
          : createText(core, textFor(language ?? "", config.popover_text) as string);
        size = undefined;
        draw(content, BUBBLE_CSS);
      }
      if (!view._popoverVisible || !content) {
        setStyle(element, "display:none;");
        return;
      }
      if (!size?.height) size = measure(element, content, viewport);
      const launcher = launcherBox(config, viewport);
      const box = question
        ? flushBox(launcher, viewport, size)
        : bubbleBox(launcher, viewport, size, !!config.popover_text_vertical);
      setStyle(
        element,
        `${boxStyle(box)}border-radius:${config.look?.radius ?? 12}px;box-shadow:${SHADOW};${VISIBLE}`,
      );
    },
    remove: removeListeners,
  };
}
