/** How the visitor came to the flow. */
export interface Visit {
  /** The query of the page that the visitor sees: this page's, or the part of the host page's that concerns feedback. */
  query: URLSearchParams;
  /** The address of that page without private parts. */
  originUrl: string;
  /** The language of the widget. */
  widgetLanguage?: string | null;
  /** Returns whether the visitor sees the flow: a widget can be closed. Absent: always. */
  isOpen?(): boolean;
  /** Calls `listener` when that may have changed. Returns the function that stops it. Absent: it never does. */
  followOpen?(listener: () => void): () => void;
  /** Called when the server says that the visitor has given the one feedback that is taken, with when that was. */
  onGiven?(at: number, hasAnswered: boolean): void;
}
