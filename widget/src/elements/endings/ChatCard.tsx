import { useEffect, useRef, useState } from "react";
import { useStore } from "../../basics/useStore";
import { type ChatOffer, presentEnding, watchEnding } from "../../run/ending";
import { keepChat } from "../../storage/chatRecords";
import { presentOwner } from "../../storage/owner";
import { ContentText } from "../../texts/ContentText";
import { useText } from "../../texts/useText";
import { beginChat, isChatOver } from "./beginChat";
import type { EndingProps } from "./endingProps";
import { NextStep } from "./NextStep";
import { useEndingText } from "./texts/catalog";

type Standing = "ready" | "opening" | "failed" | "over";

/**
 * A card that opens the chat of the feedback (docs/flows.md#cards-that-open-a-chat). Nothing in a preview can be pressed, and what
 * the server offers no chat for has no card.
 */
export function ChatCard({ element }: EndingProps) {
  const text = useText();
  const endingText = useEndingText();
  const ending = useStore(watchEnding, presentEnding);
  const [standing, setStanding] = useState<Standing>("ready");
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const offer = ending?.chat;
  if (ending?.results && !offer) return null;

  async function open({ open, nodeId, ...proof }: ChatOffer) {
    setStanding("opening");
    // Another person may be at the device when the response comes.
    const owner = presentOwner();
    try {
      const access = await beginChat(proof);
      keepChat(nodeId, access, owner);
      // Who has left meanwhile finds it in the list of previous feedback.
      if (isShown.current) open(access);
      // A link page that the visitor comes back to begins with a button that works.
      setStanding("ready");
    } catch (error) {
      console.error(error);
      setStanding(isChatOver(error) ? "over" : "failed");
    }
  }
  const notes: Record<Standing, string | false | undefined> = {
    ready: ending && !offer && endingText("chat_later"),
    opening: text("opening_chat"),
    failed: text("system_error"),
    over: endingText("chat_over"),
  };
  const isDisabled = !offer || standing === "opening" || standing === "over";
  return (
    <div className="chat-card">
      <NextStep text={element.text}>
        {(titleId) => (
          <>
            <button
              type="button"
              className="button button--secondary"
              aria-describedby={titleId}
              aria-busy={standing === "opening"}
              // Not disabled, so that it keeps the keyboard focus.
              aria-disabled={isDisabled}
              onClick={() => !isDisabled && void open(offer)}
            >
              <span className="button__label">
                <ContentText>{element.button}</ContentText>
              </span>
              <span className="button__spinner" aria-hidden="true" />
            </button>
            <p className="next-step__note" role="status">
              {notes[standing]}
            </p>
          </>
        )}
      </NextStep>
    </div>
  );
}
