import { listen } from "../basics/listeners.ts";
import { CONTENT_FRAME_ID, createFrameElement } from "../frame/frameElement.ts";
import type { Mount } from "../launcher/mount.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { createModalForm } from "../modal/modalForm.ts";
import { createPlainForm } from "../plain/plainForm.ts";
import { createLazyBubble } from "./lazyBubble.ts";
import type { Widget, WidgetUi } from "./widgetState.ts";

/** Whether this build of the core is the one for widgets in the modal form. Only one form is in each build. */
declare const __PSN_MODAL__: boolean;

/** The language of the launcher if the configuration has none. */
const DEFAULT_LANGUAGE = "en";

/** Draws the launcher and, once the visitor shows intent, makes the content frame. */
export function createWidgetUi(widget: Widget, mount: Mount): WidgetUi {
  const { _configuration: configuration, _interaction: interaction, _send: send } = widget;
  const { _container: container } = mount;
  const createForm = () => {
    const { labels } = widget;
    const language = widget.language ?? DEFAULT_LANGUAGE;
    const options = { _mount: mount, _configuration: configuration.config, language, labels, _send: send };
    return __PSN_MODAL__ ? createModalForm(options) : createPlainForm(options);
  };
  let form = createForm();
  // The side tab has none.
  const renderBubble = __PSN_MODAL__ ? undefined : createLazyBubble(widget);
  let current: LifecycleView | undefined;

  const render = () => {
    if (!current) return;
    mount._fit();
    // The container has the size of the visible window, without scroll bars and in any rendering mode of the host.
    const viewport = {
      width: container.clientWidth,
      height: container.clientHeight,
      rightToLeft: document.dir === "rtl",
    };
    form._render(current, viewport);
    renderBubble?.(current, viewport);
    interaction._current?._render(current, viewport);
  };
  listen(window, "resize", render);
  // Without a size while it is printed.
  listen(window, "afterprint", render);

  return {
    _render(view) {
      current = view;
      render();
    },
    setLanguage() {
      form = createForm();
      render();
    },
    _createFrame() {
      const { api_base: base, code } = configuration;
      const frame = createFrameElement(
        container,
        CONTENT_FRAME_ID + mount._idSuffix,
        `${base}/widget?code=${code}&frame=1`,
        widget.labels.title,
        // Otherwise the visitor would have to click or type in the frame itself.
        configuration.config.reply_sound ? "autoplay" : "",
      );
      widget.frame = frame;
      // What happens to the frame before the interaction is there waits for it.
      listen<MessageEvent>(window, "message", (event) => {
        if (!interaction._current && event.source === frame.contentWindow) widget._announcement = event;
      });
      listen(frame, "load", () => interaction._use(() => send({ type: "frame_loaded" })));
    },
    focus: () => form.focus(),
  };
}
