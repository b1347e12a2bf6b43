import { type ReactNode, useEffect, useRef } from "react";

/** Whether a page was shown before: the browser itself announces the first one. */
let isLater = false;

/** The heading of a page. It gets the focus when another page is shown, so that screen readers say where one is. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Pulsen`;
  }, [title]);
  useEffect(() => {
    if (isLater) heading.current?.focus();
    isLater = true;
  }, []);
  return (
    <h1 className="page-title" ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
