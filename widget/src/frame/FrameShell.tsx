import { type ReactNode, type RefObject, use, useEffect } from "react";
import type { Boot } from "../boot/boot";
import { Brand } from "../shell/Brand";
import { CloseIcon } from "../shell/icons";
import { useText } from "../texts/useText";
import type { LoaderConnection } from "./loaderConnection";
import { PreviousButton, PreviousContext } from "./PreviousButton";
import { useReportedHeight } from "./useReportedHeight";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  back?: ReactNode;
  /** Further buttons of the header, before the close button. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** The body fills the frame, and the content scrolls by itself. Otherwise the frame is as high as the content. */
  isFilled?: boolean;
  children: ReactNode;
}

/**
 * The header, body and footer around the content (docs/widget.md#content-frame). Inline there is a header only for what
 * is in it, and nothing to close.
 */
export function FrameShell({ boot, loader, back, actions, footer, isFilled = false, children }: Props) {
  const text = useText();
  const { inline } = loader.hello;
  const content = useReportedHeight(loader, !isFilled && !inline);
  const whole = useReportedHeight(loader, !isFilled && !!inline);
  useRestoredFocus(content);
  const previous = use(PreviousContext);
  const { node, widget } = boot;
  const isModal = widget?.modal_mode === true && !inline;
  const dialog = { role: "dialog", "aria-modal": true, "aria-label": node?.name ?? text("new_feedback") };
  return (
    <div className="frame" ref={whole as RefObject<HTMLDivElement>} {...(isModal && dialog)}>
      {(!inline || inline.header || back || actions || previous) && (
        <header className="frame__header">
          {back}
          {inline?.header !== false && (
            <Brand name={node?.name} logoUrl={widget?.node_logo_url ?? node?.logo_url} />
          )}
          <span className="frame__actions">
            <PreviousButton />
            {actions}
            {!inline && (
              <button
                type="button"
                className="icon-button"
                title={text("close")}
                data-close
                onClick={() => loader.send({ type: "close" })}
              >
                <CloseIcon />
                <span className="visually-hidden">{text("close")}</span>
              </button>
            )}
          </span>
        </header>
      )}
      <div className={`frame__body ${isFilled ? "frame__body--filled" : ""}`}>
        <main className="frame__content" ref={content} tabIndex={-1}>
          {children}
        </main>
      </div>
      {footer && <footer className="frame__footer">{footer}</footer>}
    </div>
  );
}

/** Focuses the content when it replaces other content that had the focus. */
function useRestoredFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) {
      content.current?.focus({ preventScroll: true });
    }
  }, [content]);
}
