import { useEffect } from "react";
import type { TextKey } from "../texts/catalog";
import { useText } from "../texts/useText";

interface Props {
  messageKey: TextKey;
  /** `div` within a page that has its own `main`. */
  as?: "main" | "div";
}

/** Shows an error instead of the page. */
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

export function ErrorSign() {
  return (
    <svg className="error-sign" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" />
      <path d="M23 25v3M41 25v3M22 45c5-6 15-6 20 0" />
    </svg>
  );
}
