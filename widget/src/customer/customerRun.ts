import type { Customer } from "../engine/types";
import { ReplyError } from "../http/request";
import { isSettled, readFailure } from "../http/retry";
import type { Send } from "../run/flowRun";
import { forgetCustomer, keepCustomer, knownCustomerId } from "../storage/customerRecords";
import { recordGiven } from "../storage/feedbackRecords";
import { presentOwner } from "../storage/owner";
import { deviceId } from "../storage/visitor";
import { asObject, readCustomer, textIn } from "./customer";
import { type CustomerAddress, getCustomer, postVisit } from "./customerApi";
import { type Identity, isNobody, plain } from "./identity";

/** Tells the engine and the server who the visitor is (docs/api.md#customers). */
export interface CustomerRun {
  /** The visitor has answered: from now on there is somebody to know. */
  answered(): void;
  /** The host page says who the visitor is; nobody, where it says nothing. */
  identify(identity: Identity): void;
  /** The widget was opened. */
  opened(): void;
  /** The server has refused a complete feedback because the visitor has given one: it knows when. */
  refused(): void;
  /** Asks for the customer whom the link names. */
  load(creatorId: string): void;
}

export interface CustomerOptions extends CustomerAddress {
  /** The widget in whose frame the flow runs. */
  widgetCode: string | undefined;
  /** Whether the widget accepts nothing about its visitors that is not signed. */
  needsSigned: boolean;
  /** What the link's signature says. */
  signed: Customer | undefined;
  isOpen(): boolean;
  send: Send;
  /** Called with the code or the status of a failure. The flow continues. */
  onError(error: string): void;
  /**
   * Called when the server says that the visitor has given the one feedback that is taken.
   *
   * @param at when, in milliseconds since 1970.
   * @param hasAnswered whether the visitor has begun another.
   */
  onGiven?(at: number, hasAnswered: boolean): void;
}

const UNSIGNED =
  "This widget takes only what your server has signed about the visitor: pass it as the third argument of PSN.identify (unsigned_attributes).";

export function startCustomer(options: CustomerOptions): CustomerRun {
  const { nodeId, widgetCode, needsSigned, isOpen, send, onError } = options;
  const owner = presentOwner();
  let identity: Identity | undefined;
  let known: Customer = options.signed ?? readCustomer({});
  let userId: string | undefined;
  let [isVisited, hasAnswered] = [false, false];
  let turn: Promise<unknown> = Promise.resolve();

  function tell() {
    send({ type: "customer", customer: known, ...(userId !== undefined && { userId }) });
  }

  /** Takes what the server has answered, unless the host has named somebody else meanwhile. */
  async function ask(asked: () => Promise<unknown>, onAnswer: (fields: Record<string, unknown>) => void) {
    const by = identity;
    const { fields, isDecided } = await askServer(asked, onError);
    if (by !== identity) return;
    // The next act of the visitor tries again where the server has not decided.
    if (!isDecided) isVisited = false;
    if (fields) onAnswer(fields);
  }

  function keepOnceAnswered() {
    if (hasAnswered && known.id) keepCustomer(nodeId, known.id, identity !== undefined, owner);
  }

  function noteGiven(given: unknown) {
    const at = Date.parse(String(given));
    if (Number.isNaN(at)) return;
    if (hasAnswered) recordGiven(nodeId, at);
    options.onGiven?.(at, hasAnswered);
  }

  /** @param isNeeded whether the server is asked although it has nothing new to say about a widget's visitor. */
  function visit(isNeeded = false) {
    if (isVisited) return;
    isVisited = true;
    const by = identity;
    turn = turn.then(() => {
      // Whom the host has named meanwhile has a visit of their own.
      if (by !== identity) return;
      const id = knownCustomerId(nodeId, identity !== undefined, owner);
      if (id && widgetCode && !identity && !isNeeded) {
        known = { ...known, id };
        return tell();
      }
      const visiting = { device_id: deviceId(), id, widget_code: widgetCode, ...describe(identity) };
      return ask(
        () => postVisit(options, visiting),
        ({ custom_attributes: _, feedback_given_at: given, ...fields }) => {
          noteGiven(given);
          // Signed attributes stay on the server, which adds them to the feedback by the customer's id.
          known = { ...known, ...readCustomer(fields) };
          userId = textIn(fields, "user_id") ?? userId;
          keepOnceAnswered();
          tell();
        },
      );
    });
  }

  return {
    answered() {
      hasAnswered = true;
      if (isVisited) keepOnceAnswered();
      visit();
    },
    identify(said) {
      const next = plain(said);
      const isRefused = needsSigned && !next.jws && !isNobody(next);
      identity = isRefused || isNobody(next) ? undefined : next;
      [known, userId] = claimed(identity);
      isVisited = false;
      if (isRefused) {
        onError("unsigned_attributes");
        console.error(UNSIGNED);
      } else if (!identity) forgetCustomer(nodeId, owner);
      tell();
      if (identity && isOpen()) visit();
    },
    opened: () => visit(),
    refused() {
      isVisited = false;
      visit(true);
    },
    load(creatorId) {
      turn = turn.then(() =>
        ask(
          () => getCustomer(options, creatorId),
          (fields) => {
            known = { ...readCustomer(fields), ...known };
            tell();
          },
        ),
      );
    },
  };
}

/** Asks the server. Never rejects: `isDecided` tells whether there is any use in asking again. */
async function askServer(
  asked: () => Promise<unknown>,
  onError: (error: string) => void,
): Promise<{ fields?: Record<string, unknown>; isDecided: boolean }> {
  try {
    return { fields: asObject(await asked()), isDecided: true };
  } catch (error) {
    const { status } = readFailure(error);
    const { code } = asObject(error instanceof ReplyError ? error.reply.body : undefined);
    const reason = String(code ?? status);
    // Without an answer the browser has said so itself, or the page has gone.
    if (status) console.error("The server did not take what is known about the visitor:", reason);
    onError(reason);
    return { isDecided: isSettled(status) };
  }
}

/** Returns what a host claims about the visitor; nothing where it is signed: then the server says what it proves. */
function claimed(identity: Identity | undefined): [known: Customer, userId: string | undefined] {
  if (!identity || identity.jws) return [readCustomer({}), undefined];
  const customer = asObject(identity.customer);
  return [readCustomer({ ...customer, custom_attributes: identity.attributes }), textIn(customer, "user_id")];
}

/** Returns what a visit says about the visitor: what is signed, or else what the host claims. */
function describe(identity: Identity | undefined): object {
  if (!identity) return {};
  const { customer, attributes, jws } = identity;
  if (jws) return { attributes_jws: jws };
  const { custom_attributes: _, id: __, ...fields } = asObject(customer);
  return { ...fields, custom_attributes: attributes ?? undefined };
}
