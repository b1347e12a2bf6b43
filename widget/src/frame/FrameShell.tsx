import { type ReactNode, type RefObject, useEffect } from "react";
import type { Boot } from "../boot";
import { Brand } from "../shell/Brand";
import { CloseIcon } from "../shell/icons";
import { useText } from "../texts/useText";
import type { LoaderConnection } from "./loaderConnection";
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

/** The header, body and footer around the content (docs/widget.md#content-frame). */
export function FrameShell({ boot, loader, back, actions, footer, isFilled = false, children }: Props) {
  const text = useText();
  const content = useReportedHeight(loader, !isFilled);
  useRestoredFocus(content);
  const { node, widget } = boot;
  return (
    <div className="frame">
      <header className="frame__header">
        {back}
        <Brand name={node?.name} logoUrl={widget?.node_logo_url ?? node?.logo_url} />
        <span className="frame__actions">
          {actions}
          <button
            type="button"
            className="icon-button"
            title={text("close")}
            onClick={() => loader.send({ type: "close" })}
          >
            <CloseIcon />
            <span className="visually-hidden">{text("close")}</span>
          </button>
        </span>
      </header>
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
