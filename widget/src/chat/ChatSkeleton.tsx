import { useChatText } from "./texts/useChatText";

/** The outline of a chat that is loading: its log and its composer are where those of the chat come. */
export function ChatSkeleton() {
  const text = useChatText();
  return (
    <div className="chat">
      <p className="visually-hidden" role="status">
        {text("loading")}
      </p>
      <div className="chat__log chat-skeleton" aria-hidden="true">
        <div className="chat-skeleton__bubble" />
        <div className="chat-skeleton__bubble chat-skeleton__bubble--own" />
        <div className="chat-skeleton__bubble" />
      </div>
      <div className="chat__footer" aria-hidden="true">
        <div className="composer">
          {/* Most chats take images. */}
          <span className="composer__attach" />
          <span className="composer__input" />
          <span className="composer__send chat-skeleton__send" />
        </div>
      </div>
    </div>
  );
}
