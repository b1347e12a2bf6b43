/**
 * `window.PSN` as host pages see it (docs/widget.md#window-psn). Types only: the package `@pulsen/widget` gives them to
 * its users, and the tests compare them with what the loader installs.
 */

import type { PageState } from "../protocol/protocol.ts";
import type { ErrorCode } from "./call.ts";

/** Every command is a method, and can also be written as `PSN("command", …)`. */
export interface Pulsen extends PulsenCommands {
  <Name extends keyof PulsenCommands>(
    command: Name,
    ...details: Parameters<PulsenCommands[Name]>
  ): ReturnType<PulsenCommands[Name]>;
  /** Returns whether the widget is open. */
  isOpen(): boolean;
  /** Returns the functions of the widget with this code, if it is on the page. `window.PSN` speaks to the first one. */
  widget(code: string): Pulsen | undefined;
  /** All widgets on the page by their codes. */
  widgets: Record<string, Pulsen>;
}

/** Why a command was not carried out (docs/widget.md#errors). */
export interface PulsenError extends Error {
  name: "PulsenError";
  code: ErrorCode;
}

/** The promise of a command is settled when it has been carried out; a rejection is a {@link PulsenError}. */
export interface PulsenCommands {
  /** Opens the widget, at once or as soon as the page has been parsed. Fulfilled when the visitor sees it. */
  open(): Promise<void>;
  /**
   * Opens the widget, unless its periods say that the visitor has had it (docs/widget.md#periods). Fulfilled with whether
   * it was opened.
   */
  openOnce(): Promise<boolean>;
  /** Opens the widget at the visitor's chat. */
  openChat(): Promise<void>;
  close(): Promise<void>;
  toggle(): Promise<void>;
  /** Closes the widget and hides it with its launcher. */
  hide(): Promise<void>;
  /** Shows the launcher, also that of a widget that is hidden or invisible by its configuration. */
  show(): Promise<void>;
  /** Calls back with the data of each message of this type, even if the message is not posted to the window. */
  on<Type extends PulsenMessageType>(type: Type, callback: PulsenCallback<Type>): Promise<void>;
  /** The same for the next message of this type only. */
  once<Type extends PulsenMessageType>(type: Type, callback: PulsenCallback<Type>): Promise<void>;
  /** Removes a callback. */
  off<Type extends PulsenMessageType>(type: Type, callback: PulsenCallback<Type>): Promise<void>;
  /**
   * Says who the visitor is: fields of the customer, anything else by name, and both as the host's server has signed
   * them, which a widget with `secure_mode` asks for. Without arguments: nobody is known.
   */
  identify(
    customer?: PulsenCustomer | null,
    attributes?: Record<string, unknown> | null,
    jws?: string | null,
  ): Promise<void>;
  /**
   * The visitor has logged out: forgets who they are, on the page and in this browser, closes the widget and empties it
   * (docs/widget.md#logging-out). Fulfilled when it is forgotten. What waits to be sent is sent all the same.
   */
  reset(): Promise<void>;
  /** Answers questions by their key or id: a text, number, boolean, or a list of them. */
  prefill(answers: Record<string, unknown>): Promise<void>;
  /** Shows the widget in another language, such as `pt-br`. */
  setLanguage(code: string): Promise<void>;
  /** Tells of something that has happened on the page, for which the widget may wait (docs/widget.md#opening-by-itself). */
  event(name: string): Promise<void>;
  /** Says whether the visitor allows the widget (docs/widget.md#consent). Without it, what is stored is erased. */
  consent(given: boolean): Promise<void>;
  /** Fulfilled when the widget is on the page. */
  ready(): Promise<void>;
  /** Removes the widget, its listeners and `window.PSN` from the page. */
  destroy(): Promise<void>;
}

/** Who the visitor is (docs/widget.md#identifying-visitors). */
export interface PulsenCustomer {
  external_id?: string;
  user_id?: string;
  email?: string;
  name?: string;
  phone_number?: string;
  gender?: string;
  birth_year?: number;
  schema?: unknown;
}

/** The data of messages that say something about the widget. */
export interface PulsenWidgetData {
  channel_id?: string;
  channel_name?: string;
}

/** The data of messages that say something about a feedback. */
export interface PulsenFeedbackData {
  feedback_id: string;
  node_id: string;
  flow_id: string;
  /** The page that the feedback ends with. */
  state_id?: string;
}

/** The data of the message with which a thank-you page leads on. A callback that returns false keeps the visitor here. */
export interface PulsenRedirectData {
  /** An https address. */
  url: string;
}

/** The data of each message by its type (docs/widget.md#host-messages). Triggers of a flow name further types. */
export interface PulsenMessages {
  PSN_WIDGET_OPENED: PulsenWidgetData;
  PSN_WIDGET_CLOSED: PulsenWidgetData;
  PSN_WIDGET_HID: PulsenWidgetData;
  PSN_WIDGET_DISPLAYED_BEFORE: PulsenWidgetData;
  PSN_WIDGET_READY: PulsenWidgetData;
  PSN_WIDGET_DISPLAYED: PulsenWidgetData;
  PSN_UNREAD: PulsenWidgetData & { unread: number };
  PSN_WIDGET_PAGE: { page_state: PageState | null };
  PSN_END_OF_FLOW: PulsenFeedbackData;
  PSN_FEEDBACK_SUBMITTED: PulsenFeedbackData;
  PSN_REDIRECT: PulsenRedirectData;
  PSN_REDIRECT_TO_STORE: PulsenFeedbackData;
}

export type PulsenMessageType = keyof PulsenMessages | `PSN_${string}`;

export type PulsenCallback<Type extends PulsenMessageType> = (
  data: Type extends keyof PulsenMessages ? PulsenMessages[Type] : PulsenFeedbackData,
) => unknown;
