import { type ComponentType, lazy, Suspense } from "react";
import { loadChunk } from "../../basics/loadChunk";
import type { EmailNoticeProps } from "./EmailNotice";

const EmailNotice = lazy(async (): Promise<{ default: ComponentType<EmailNoticeProps> }> => {
  try {
    const { EmailNotice } = await loadChunk("email", () => import("./EmailNotice"));
    return { default: EmailNotice };
  } catch (error) {
    console.error(error);
    // The chat works all the same.
    return { default: () => null };
  }
});

/** The part of the footer for e-mail. It has its place before it is loaded, so that the log does not move then. */
export function EmailPart(props: EmailNoticeProps) {
  return (
    <div className="email-notice">
      <Suspense>
        <EmailNotice {...props} />
      </Suspense>
    </div>
  );
}
