import { Component, type ReactNode } from "react";
import type { TextKey } from "../texts/catalog";
import { ErrorPage } from "./ErrorPage";
import { messageKeyOf } from "./pulsenError";

interface Props {
  children: ReactNode;
  /** Returns the visitor's last actions, for the console. */
  report?: (() => object) | undefined;
}

/** Shows an error page instead of children that fail to render. React logs the error; the report is logged after it. */
export class ErrorBoundary extends Component<Props, { messageKey?: TextKey }> {
  override state: { messageKey?: TextKey } = {};

  static getDerivedStateFromError(error: unknown) {
    return { messageKey: messageKeyOf(error) };
  }

  override componentDidCatch() {
    const report = this.props.report?.();
    if (report) console.error("The actions before the error:", report);
  }

  override render() {
    const { messageKey } = this.state;
    return messageKey ? <ErrorPage messageKey={messageKey} /> : this.props.children;
  }
}
