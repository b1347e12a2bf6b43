// What the visitor is told about the outbox. It comes with the outbox: when there is something to say, there may be no network.
import type { ComponentType } from "react";
import keptStyles from "../../styles/lazy/kept.css?inline";
import { adoptStyles } from "../../theme/adoptStyles";
import { OutboxNotice, type OutboxNoticeProps } from "./OutboxNotice";

adoptStyles(keptStyles);

/** Returns the notice of one page's outbox. */
export function createOutboxNotice(props: OutboxNoticeProps): ComponentType {
  const Notice = () => <OutboxNotice {...props} />;
  Notice.displayName = "OutboxNotice";
  return Notice;
}
