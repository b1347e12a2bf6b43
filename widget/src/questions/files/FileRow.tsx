import { useState } from "react";
import { CloseIcon } from "../../shell/icons";
import { useUploadText } from "../../uploads/texts/useUploadText";
import type { UploadItem } from "../../uploads/uploadItem";
import { useFormats } from "../../uploads/useFormats";
import { useProblemText } from "../../uploads/useProblemText";
import { CheckIcon, DocumentIcon, RetryIcon } from "./icons";

interface Props {
  item: UploadItem;
  onRemove: () => void;
  onRetry: () => void;
}

/** A file with its state, and the buttons that try it again and remove it. */
export function FileRow({ item, onRemove, onRetry }: Props) {
  const text = useUploadText();
  const { fileSize } = useFormats();
  const { name, size, state } = item;
  const isUnderWay = state.kind === "waiting" || state.kind === "uploading";
  const hasProblem = state.kind === "failed" || state.kind === "refused";
  return (
    <li className={`file${hasProblem ? " file--problem" : ""}`}>
      <Thumbnail picture={item.picture} />
      <div className="file__text">
        <p className="file__name">
          <bdi>{name}</bdi>
        </p>
        <p className="file__state">
          <bdi>{fileSize(size)}</bdi>
          <StateText item={item} />
        </p>
        {isUnderWay && <Progress item={item} />}
      </div>
      <div className="file__actions">
        {state.kind === "failed" && state.mayRetry && (
          <button
            className="icon-button"
            type="button"
            aria-label={`${text("try_again")}: ${name}`}
            title={text("try_again")}
            onClick={onRetry}
          >
            <RetryIcon />
          </button>
        )}
        <button
          className="icon-button"
          type="button"
          data-action="remove"
          aria-label={`${text(isUnderWay ? "cancel" : "remove")}: ${name}`}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </div>
    </li>
  );
}

/** A picture of the file's content, or of a document where the browser cannot show it. */
function Thumbnail({ picture }: { picture: string | undefined }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className="file__thumbnail">
      {picture && !isBroken ? (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a failure to show it is no act of the visitor.
        <img src={picture} alt="" onError={() => setBroken(true)} />
      ) : (
        <DocumentIcon />
      )}
    </div>
  );
}

function StateText({ item: { state } }: Pick<Props, "item">) {
  const text = useUploadText();
  const problemText = useProblemText();
  const { percentage } = useFormats();
  switch (state.kind) {
    case "waiting":
      return <bdi>{text("waiting")}</bdi>;
    case "uploading":
      return (
        <bdi>
          {state.percent < 100
            ? text("uploading", { percent: percentage(state.percent) })
            : text("examining")}
        </bdi>
      );
    case "uploaded":
      return (
        <span className="file__done">
          <CheckIcon />
          <bdi>{text("uploaded")}</bdi>
        </span>
      );
    case "kept":
      return <bdi>{text("kept")}</bdi>;
    default:
      return <bdi className="file__problem">{problemText(state.problem)}</bdi>;
  }
}

function Progress({ item: { name, state } }: Pick<Props, "item">) {
  const percent = state.kind === "uploading" ? state.percent : 0;
  return <progress className="file__progress" max={100} value={percent} aria-label={name} />;
}
