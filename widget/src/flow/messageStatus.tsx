import { createListeners } from "../basics/listeners";
import { useStore } from "../basics/useStore";
import type { ElementView, FlowEvent, Message, MessageKey, Update, View } from "../engine/types";
import { useAnswerMessages } from "../questions/messages/sayMessage";
import type { Notices } from "../run/notices";
import { quietOthers, speakOf } from "./fieldSpeech";

/** What the page says about the messages of its questions, for those who cannot see them: one live region for all. */
export interface MessageStatus {
  /** Follows what an event is about to change. A message that comes by itself speaks at its question. */
  note(event: Pick<FlowEvent, "type">, update: Pick<Update, "changes">): void;
  /** Says how many answers keep the visitor on the page. */
  summarize(): void;
  /** Takes the live region out of the page. */
  stop(): void;
}

/** @param view returns what the page shows. */
export function createMessageStatus(notices: Notices, view: () => Pick<View, "elements">): MessageStatus {
  const listeners = createListeners();
  let keys: readonly MessageKey[] = [];
  const say = (next: typeof keys) => {
    keys = next;
    listeners.notify();
  };

  function Content() {
    const text = useStatusText(useStore(listeners.add, () => keys));
    return (
      <p className="visually-hidden" role="status">
        {text}
      </p>
    );
  }
  Content.displayName = "MessageStatus";
  let remove: (() => void) | undefined;

  return {
    note({ type }, { changes = [] }) {
      if (type === "answered") return;
      if (type === "next" || type === "skip") {
        quietOthers();
        // Empty at first: a live region speaks only of what changes in it. When the engine arrives, nothing changes in the page.
        remove ??= notices.show({ place: "below", Content });
        // What is said again must have been gone.
        return say([]);
      }
      for (const { id, message } of changes) if (message) speakOf(id);
    },
    summarize() {
      say(view().elements.flatMap((element) => messageOf(element)?.key ?? []));
    },
    stop() {
      remove?.();
      remove = undefined;
    },
  };
}

/** Messages of questions that have no answer, or not a whole one. */
const OF_MISSING: readonly MessageKey[] = ["required", "answer_all"];

function useStatusText(keys: readonly MessageKey[]): string {
  const text = useAnswerMessages();
  const count = keys.length;
  if (count === 0) return "";
  const areMissing = keys.every((key) => OF_MISSING.includes(key));
  return text(areMissing ? "answers_missing" : "answers_to_check", { count });
}

function messageOf(element: ElementView): Message | undefined {
  return "message" in element ? element.message : undefined;
}
