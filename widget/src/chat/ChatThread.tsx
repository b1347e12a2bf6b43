import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { randomId } from "../basics/randomId";
import { ErrorSign } from "../shell/ErrorSign";
import { MessagePage } from "../shell/MessagePage";
import { NewFeedbackButton } from "../shell/NewFeedbackButton";
import { useText } from "../texts/useText";
import { ChatSkeleton } from "./ChatSkeleton";
import type { ChatRun } from "./connection/chatRun";
import { FetchFileContext } from "./connection/fetchFile";
import { useChat } from "./connection/useChat";
import { ChatFooter } from "./parts/ChatFooter";
import { ChatLog } from "./parts/ChatLog";
import type { DeliveryActs } from "./parts/DeliveryNote";
import { useChatText } from "./texts/useChatText";
import { type ChatState, isOver } from "./timeline/timeline";

interface Props {
  run: ChatRun;
  /** The page's language is not known yet. */
  isWaiting: boolean;
  /** Focuses the chat: the flow has just led the visitor here. */
  takesFocus?: boolean;
  /** Starts a new feedback, where the page has a flow. */
  onNew?: (() => void) | undefined;
  /** Leads on from a chat that is not there. A new feedback does unless given. */
  wayOn?: ReactNode;
}

/** A chat: the timeline and the composer. */
export function ChatThread({ run, isWaiting, takesFocus = false, onNew, wayOn }: Props) {
  const text = useChatText();
  const state = useChat(run);
  const { phase, detail } = state;
  const thread = useFocus(state, takesFocus);
  const over = isOver(state.status);
  // The same object at every rendering, so that unchanged messages are not rendered again.
  const acts = useMemo(() => actsOf(run, over, () => focusComposer(thread.current)), [run, over, thread]);

  if (phase === "failed" || phase === "refused" || phase === "erased") {
    // The focus would go away with the composer.
    const hadFocus = thread.current?.contains(document.activeElement);
    return (
      <LoadError phase={phase} takesFocus={hadFocus} onRetry={() => run.send({ type: "reload" })}>
        {wayOn ?? <NewFeedbackButton onNew={onNew} className="" />}
      </LoadError>
    );
  }
  if (!detail || isWaiting) return <ChatSkeleton />;
  const businessName = detail.account?.name ?? detail.node.name ?? undefined;
  return (
    <FetchFileContext value={run.fetchFile}>
      <section
        className="chat"
        ref={thread}
        tabIndex={-1}
        aria-label={detail.node.name ?? text("conversation")}
      >
        <ChatLog state={state} detail={detail} businessName={businessName} acts={acts} send={run.send} />
        <ChatFooter
          state={state}
          detail={detail}
          businessName={businessName}
          draft={run.draft}
          email={run.email}
          onSend={(message) => run.send({ type: "send", clientKey: randomId(), at: Date.now(), ...message })}
          send={run.send}
          onNew={onNew}
        />
      </section>
    </FetchFileContext>
  );
}

/** What can be done with a message that was not sent. The button goes away, and the focus would go with it. */
function actsOf({ send }: ChatRun, isOver: boolean, moveFocus: () => void): DeliveryActs {
  const act = (type: "retry" | "remove") => (clientKey: string) => {
    send({ type, clientKey });
    moveFocus();
  };
  return { retry: isOver ? undefined : act("retry"), remove: act("remove") };
}

function focusComposer(thread: HTMLElement | null) {
  const input = thread?.querySelector("textarea");
  if (input && !input.disabled) input.focus();
  else thread?.focus({ preventScroll: true });
}

interface LoadErrorProps {
  phase: "failed" | "refused" | "erased";
  /** From the chat that it replaces. */
  takesFocus: boolean | undefined;
  onRetry: () => void;
  /** The way on where trying again does not help. */
  children: ReactNode;
}

/** Shown when the chat could not be loaded, or is gone. */
function LoadError({ phase, takesFocus, onRetry, children }: LoadErrorProps) {
  const text = useChatText();
  const pageText = useText();
  const error = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: What it replaces is gone when it is rendered again.
  useEffect(() => {
    if (takesFocus) error.current?.focus();
  }, []);
  return (
    <div className="chat-error" tabIndex={-1} ref={error}>
      <MessagePage
        as="div"
        sign={<ErrorSign />}
        message={text(phase === "erased" ? "deleted" : "load_error")}
        isError
        note={phase === "refused" ? pageText("check_address") : undefined}
      >
        {phase === "failed" ? (
          <button type="button" className="button" onClick={onRetry}>
            {text("try_again")}
          </button>
        ) : (
          children
        )}
      </MessagePage>
    </div>
  );
}

/** Moves the focus to the chat when the flow led here, and when the element that had it disappears with the composer. */
function useFocus(state: ChatState, takesFocus: boolean) {
  const thread = useRef<HTMLElement>(null);
  const isShown = state.phase === "shown";
  const { status } = state;
  const over = isOver(status);
  const statusBefore = useRef(status);
  useEffect(() => {
    if (isShown && takesFocus) thread.current?.focus({ preventScroll: true });
  }, [isShown, takesFocus]);
  useEffect(() => {
    // The composer goes with the end of a chat, the button that leaves the queue with its acceptance.
    const hasChanged = status !== statusBefore.current;
    statusBefore.current = status;
    if (isShown && (over || hasChanged) && document.activeElement === document.body) {
      thread.current?.focus({ preventScroll: true });
    }
  }, [isShown, over, status]);
  return thread;
}
