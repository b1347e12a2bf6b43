import { useEffect } from "react";
import type { TextKey } from "../texts/catalogue";
import { useText } from "../texts/useText";

interface Props {
  messageKey: TextKey;
  /** A page of its own is the document's main part; within another it is a part of that. */
  as?: "main" | "div";
}

/** A page that has nothing to show but why (specification, section 8). */
export function ErrorPage({ messageKey, as: Part = "main" }: Props) {
  const message = useText()(messageKey);
  useEffect(() => {
    document.title = message;
  }, [message]);
  return (
    <Part className="card card--error">
      <ErrorSign />
      <div role="alert">
        <h1 className="error-message">{message}</h1>
      </div>
    </Part>
  );
}

/** The sign of what went wrong. */
export function ErrorSign() {
  return (
    <svg className="error-sign" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" />
      <path d="M23 25v3M41 25v3M22 45c5-6 15-6 20 0" />
    </svg>
  );
}
