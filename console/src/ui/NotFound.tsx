import type { ReactNode } from "react";
import { Message } from "./Message";
import { PageTitle } from "./PageTitle";

interface Props {
  /** What there is not. */
  title: string;
  /** Why that may be. */
  hint: string;
  /** The way back to all of its kind, unless that is on the page anyway. */
  back?: ReactNode;
  /** Whether it is the whole page, so that its title is that of the page. */
  isPage?: boolean;
}

/** What stands in place of something that does not exist: no longer, not yet, or not for the reader. */
export function NotFound({ title, hint, back, isPage = false }: Props) {
  if (!isPage)
    return (
      <Message title={title} actions={back}>
        {hint}
      </Message>
    );
  return (
    <div className="message">
      <PageTitle title={title} />
      <p className="soft">{hint}</p>
      {back && <div className="actions">{back}</div>}
    </div>
  );
}
