import type { ReactNode } from "react";
import { ErrorSign } from "../shell/ErrorSign";
import { useTitle } from "../shell/useTitle";
import type { TextKey } from "../texts/catalog";
import { useText } from "../texts/useText";
import { TryAgain } from "./TryAgain";

interface Props {
  messageKey: TextKey;
  /** `div` within a page that has its own `main`. */
  as?: "main" | "div";
  /** Further ways on. */
  children?: ReactNode;
}

/** Shows an error instead of the page, with a button that tries again where that may help. */
export function ErrorPage({ messageKey, as: Part = "main", children }: Props) {
  const text = useText();
  const message = text(messageKey);
  useTitle(message);
  return (
    <Part className="card card--error">
      <ErrorSign />
      <div role="alert">
        <h1 className="error-message">{message}</h1>
      </div>
      {(messageKey === "not_found" || messageKey === "wrong_url") && (
        <p className="status-note">{text("check_address")}</p>
      )}
      {messageKey === "system_error" && <TryAgain />}
      {children}
    </Part>
  );
}
