import type { ReactNode } from "react";

interface Props {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Small, at the end. */
  note?: string;
  /** Whether it is read out when it appears. */
  isAlert?: boolean;
}

/** What stands in place of a page, or of a part of it. */
export function Message({ title, children, actions, note, isAlert = false }: Props) {
  return (
    <div className="message" {...(isAlert && { role: "alert" })}>
      <h2 className="message__title">{title}</h2>
      {children && <p className="soft">{children}</p>}
      {actions && <div className="actions">{actions}</div>}
      {note && <p className="small soft">{note}</p>}
    </div>
  );
}
