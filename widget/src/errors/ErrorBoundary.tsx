import { Component, type ReactNode } from "react";
import type { TextKey } from "../texts/catalogue";
import { ErrorPage } from "./ErrorPage";
import { messageKeyOf } from "./pulsenError";

/** Shows an error page in place of what could not be rendered. React itself reports the error on the console. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { messageKey?: TextKey }> {
  override state: { messageKey?: TextKey } = {};

  static getDerivedStateFromError(error: unknown) {
    return { messageKey: messageKeyOf(error) };
  }

  override render() {
    const { messageKey } = this.state;
    return messageKey ? <ErrorPage messageKey={messageKey} /> : this.props.children;
  }
}
