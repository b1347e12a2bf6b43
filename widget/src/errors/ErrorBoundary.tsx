import { Component, type ReactNode } from "react";
import type { Report } from "../engine/types";
import type { TextKey } from "../texts/catalogue";
import { ErrorPage } from "./ErrorPage";
import { messageKeyOf } from "./pulsenError";

interface Props {
  children: ReactNode;
  /** What was done until then, for the report. */
  report?: (() => Report) | undefined;
}

/**
 * Shows an error page in place of what could not be rendered. React itself reports the error on the console; what led
 * to it is said beside it.
 */
export class ErrorBoundary extends Component<Props, { messageKey?: TextKey }> {
  override state: { messageKey?: TextKey } = {};

  static getDerivedStateFromError(error: unknown) {
    return { messageKey: messageKeyOf(error) };
  }

  override componentDidCatch() {
    const report = this.props.report?.();
    if (report) console.error("What was done before:", report);
  }

  override render() {
    const { messageKey } = this.state;
    return messageKey ? <ErrorPage messageKey={messageKey} /> : this.props.children;
  }
}
