import { useText } from "../texts/TextsProvider";
import type { Canned } from "./canned";

/** The prepared texts that fit what is written. The field keeps the focus, and its keys choose. */
export function CannedList({ id, canned: { shown, at, setAt, choose } }: { id: string; canned: Canned }) {
  const text = useText();
  return (
    <>
      <div className="inbox-canned" role="listbox" id={id} aria-label={text("inbox_canned")}>
        {shown.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: The field has the focus, and its keys choose.
          // biome-ignore lint/a11y/useFocusableInteractive: As above.
          <div
            key={reply.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="inbox-canned__reply"
            onPointerMove={() => setAt(index)}
            // Before the field loses the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(reply)}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: "nearest" });
            }}
          >
            <bdi className="inbox-canned__title">{reply.title}</bdi>
            <span className="inbox-canned__body small soft" dir="auto">
              {reply.body}
            </span>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {text("inbox_canned_count", { count: shown.length })}
      </p>
    </>
  );
}
