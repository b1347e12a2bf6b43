import { Component, type ReactNode } from "react";
import type { TextKey } from "../texts/catalog";
import { messageKeyOf } from "./pulsenError";

interface Props {
  children: ReactNode;
  /** Returns the visitor's last actions, for the console. */
  report?: (() => object) | undefined;
  /** What is shown instead. */
  fallback: (messageKey: TextKey) => ReactNode;
  /** What the children show. Once it changes, they are rendered again. */
  shown?: unknown;
}

/** Shows something else instead of children that fail to render. React logs the error; the report is logged after it. */
export class ErrorBoundary extends Component<Props, { messageKey?: TextKey | undefined }> {
  override state: { messageKey?: TextKey | undefined } = {};

  static getDerivedStateFromError(error: unknown) {
    return { messageKey: messageKeyOf(error) };
  }

  override componentDidCatch() {
    const report = this.props.report?.();
    if (report) console.error("The actions before the error:", report);
  }

  override componentDidUpdate({ shown }: Props) {
    if (shown !== this.props.shown && this.state.messageKey) this.setState({ messageKey: undefined });
  }

  override render() {
    const { messageKey } = this.state;
    return messageKey ? this.props.fallback(messageKey) : this.props.children;
  }
}
