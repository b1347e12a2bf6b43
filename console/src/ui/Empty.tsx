import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon?: LucideIcon;
  title: string;
  /** What would be here, and how it comes. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** What stands in place of things of which there are none. */
export function Empty({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="empty">
      {Icon && <Icon className="empty__icon" aria-hidden />}
      <h2 className="empty__title">{title}</h2>
      {children && <div className="soft">{children}</div>}
      {action && <div className="actions">{action}</div>}
    </div>
  );
}
