import { pristine, report } from "../basics/pristineGlobals.ts";
import { createHello } from "../content/hello.ts";
import type { Core } from "../core/parts.ts";
import { createBridge } from "../frame/bridge.ts";
import { createFrameElement } from "../frame/frameElement.ts";
import { LOAD_DEADLINE_MS } from "../lifecycle/lifecycle.ts";

/** Erases what the widget's frame has stored on the provider's origin, which only a frame can reach. */
export interface Eraser {
  /** @param what `reset` leaves what waits to be sent, and what is the browser's own. */
  erase(what: What): void;
  isErasing(): boolean;
  /** The widget is taken off the page. */
  stop(): void;
}

type What = "erase" | "reset";

/**
 * Erases in an invisible frame of its own: the widget's frame, which might store more, is gone by then.
 *
 * @param onEnd called when everything is erased, or could not be.
 */
export function createEraser(core: Core, onEnd: (isErased: boolean) => void): Eraser {
  let end: ((isErased: boolean) => void) | undefined;
  let wanted: What = "reset";

  function erase(what: What) {
    if (what === "erase") wanted = what;
    const { _configuration: configuration, _container: container, _frameOrigin: frameOrigin } = core;
    if (end || !container) return;
    const { api_base: base, code } = configuration;
    const frame = createFrameElement(container, "", `${base}/widget?code=${code}&frame=1`, "");
    const finish = (isErased: boolean) => {
      if (end !== finish) return;
      end = undefined;
      wanted = "reset";
      bridge.close();
      pristine.Element.prototype.remove.call(frame);
      if (!isErased) report(`What the feedback widget from ${base} has stored could not be erased.`);
      onEnd(isErased);
    };
    end = finish;
    let told: What;
    const tell = () => {
      told = wanted;
      bridge._send({ type: told });
    };
    const bridge = createBridge(
      window,
      frame.contentWindow as Window,
      frameOrigin,
      () => createHello(core),
      ({ type }) => {
        // More may be wanted by then.
        if (type === "ready" || (type === "erased" && told !== wanted)) tell();
        else if (type === "erased") finish(true);
      },
    );
    pristine.setTimeout(() => finish(false), LOAD_DEADLINE_MS);
  }
  return { erase, isErasing: () => !!end, stop: () => end?.(false) };
}
