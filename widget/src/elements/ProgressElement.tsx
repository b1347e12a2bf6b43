import type { CSSProperties } from "react";
import type { View } from "../engine/types";
import { useText } from "../texts/useText";

/** More marks than this are too narrow to be told apart: a bar says the same. */
const MAX_MARKS = 20;

/**
 * How far the visitor has come on the longest way that is still open, in words and beside them as a bar the share of the
 * pages that are done, in steps those that are done and the current one.
 */
export function ProgressElement({ progress }: { progress: NonNullable<View["progress"]> }) {
  const text = useText();
  const { style, page, pages } = progress;
  const hasMarks = style === "steps" && pages <= MAX_MARKS;
  const words = text("page_of", { page, count: pages });
  return (
    <div
      className="progress"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={pages}
      aria-valuenow={page}
      aria-valuetext={words}
      aria-label={text("progress")}
      style={{ "--done": (page - 1) / pages, "--marks": hasMarks ? pages : 1 } as CSSProperties}
    >
      <span className={hasMarks ? "progress__track progress__track--steps" : "progress__track"}>
        {hasMarks ? (
          Array.from({ length: pages }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the marks are their numbers.
            <span className={at < page ? "progress__mark progress__mark--done" : "progress__mark"} key={at} />
          ))
        ) : (
          <span className="progress__bar" />
        )}
      </span>
      {/* Screen readers read the value. */}
      <span aria-hidden="true">{words}</span>
    </div>
  );
}
