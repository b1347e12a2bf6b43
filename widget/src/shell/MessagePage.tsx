import type { ReactNode } from "react";
import { useTitle } from "./useTitle";

export interface MessagePageProps {
  /** `div` within a page that has its own `main` and its own headline. */
  as?: "main" | "div" | undefined;
  /** A picture of what it says. */
  sign: ReactNode;
  /** One sentence, which is the document's title as well. */
  message: string;
  /** Something went wrong: screen readers say it at once. */
  isError?: boolean;
  /** What the visitor can do. */
  note?: string | undefined;
  /** Ways on. */
  children?: ReactNode;
}

/** Stands where there is nothing else to show (docs/widget.md#error-pages). */
export function MessagePage({ as: Part = "main", sign, message, isError, note, children }: MessagePageProps) {
  useTitle(message);
  const Heading = Part === "main" ? "h1" : "h2";
  return (
    <Part className={Part === "main" ? "card message-page" : "message-page"}>
      {sign}
      <div role={isError ? "alert" : undefined}>
        <Heading className="message-page__text">{message}</Heading>
      </div>
      {note && <p className="status-note">{note}</p>}
      {children}
    </Part>
  );
}
