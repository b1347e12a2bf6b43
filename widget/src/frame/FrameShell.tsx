import { type ReactNode, type RefObject, useEffect } from "react";
import type { Boot } from "../boot";
import { Brand } from "../shell/Brand";
import { CloseSign } from "../shell/signs";
import { useText } from "../texts/useText";
import type { Host } from "./host";
import { useMeasuredHeight } from "./useMeasuredHeight";

interface Props {
  boot: Boot;
  host: Host;
  back?: ReactNode;
  /** What the header has beside the close button. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** The body takes all the height there is and scrolls by itself; else it is as high as what it holds. */
  isFilled?: boolean;
  children: ReactNode;
}

/** The frame around whatever the widget shows: header, body, footer (specification, section 2.2). */
export function FrameShell({ boot, host, back, actions, footer, isFilled = false, children }: Props) {
  const text = useText();
  const content = useMeasuredHeight(host, !isFilled);
  useLostFocus(content);
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
            onClick={() => host.send({ type: "close" })}
          >
            <CloseSign />
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

/** The keyboard was in here, and what it was on has gone with the content of before: it goes on with the new one. */
function useLostFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) {
      content.current?.focus({ preventScroll: true });
    }
  }, [content]);
}
