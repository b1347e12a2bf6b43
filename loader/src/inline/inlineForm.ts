import { onRemoval } from "../basics/listeners.ts";
import { append, pristine, report } from "../basics/pristineGlobals.ts";
import type { Content } from "../content/content.ts";
import type { Core } from "../core/parts.ts";
import { INITIAL, setStyle } from "../layout/style.ts";
import type { FrameMessage } from "../protocol/protocol.ts";
import { createInlineContent } from "./inlineContent.ts";
import { watchPlace } from "./watchPlace.ts";

/** Names the widget's place on the script's element: a selector. */
export const PLACE_ATTRIBUTE = "data-psn-inline";

/** The inline form: the flow in a place that the host's page has for it (docs/widget.md#inline-form). */
export interface InlineForm {
  /** Looks for the place, now and until the widget is removed. */
  begin(): void;
  /** Loads the content frame in the present place. */
  createContent(): Content | undefined;
}

/**
 * Returns `undefined` for a widget that is not inline.
 *
 * @param receive called with the frame's messages.
 */
export function createInlineForm(
  core: Core,
  receive: (message: FrameMessage) => void,
): InlineForm | undefined {
  const { _script: script, state, _configuration: configuration, _send: send } = core;
  if (!state.inline) return undefined;
  const selector = script?.getAttribute(PLACE_ATTRIBUTE) || "";
  const { code } = configuration;
  /** In the present place; it goes with it. */
  let container: HTMLElement | undefined;
  const removeContainer = () => {
    if (container) pristine.Element.prototype.remove.call(container);
    container = undefined;
  };
  const lose = () => {
    removeContainer();
    send({ type: "place", present: false });
  };

  return {
    begin() {
      onRemoval(() => {
        if (container) lose();
      });
      watchPlace(selector, () => container?.isConnected, {
        onFound(place) {
          container = pristine.document.createElement("pulsen-widget");
          setStyle(container, CONTAINER);
          append(place, container);
          send({ type: "place", present: true });
        },
        onLost: lose,
        onMissing: (isSelector) =>
          report(
            isSelector
              ? `There is no element "${selector}" on this page for the widget ${code}. It appears as soon as there is one.`
              : `${PLACE_ATTRIBUTE}="${selector}" is not a selector, so the widget ${code} has no place.`,
          ),
      });
    },
    createContent: () => container && createInlineContent(core, container, receive),
  };
}

const CONTAINER = `${INITIAL}position:relative;width:auto;max-width:none;margin:0;padding:0;`;
