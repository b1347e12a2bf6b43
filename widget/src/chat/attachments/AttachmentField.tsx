import { type ChangeEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { CloseIcon } from "../../shell/icons";
import { acceptAttribute, MAX_FILE_BYTES } from "../../uploads/checkFile";
import { pastedFiles } from "../../uploads/pastedFiles";
import { useUploadText } from "../../uploads/texts/useUploadText";
import type { UploadProblem } from "../../uploads/uploadItem";
import { useFileDrop } from "../../uploads/useFileDrop";
import { useFormats } from "../../uploads/useFormats";
import { useProblemText } from "../../uploads/useProblemText";
import { useChatText } from "../texts/useChatText";
import type { ChatFile } from "../timeline/pendingMessages";
import { readImage } from "./readImage";
import { useObjectUrl } from "./useObjectUrl";

export interface AttachmentFieldProps {
  attachment: ChatFile | undefined;
  isDisabled: boolean;
  /** The largest file that the server takes, in bytes. */
  mostBytes: number | undefined;
  onChange: (attachment: ChatFile | undefined) => void;
}

/** The image of a message: the ways to add one (picker, drop on the chat, paste), then its preview. */
export function AttachmentField(props: AttachmentFieldProps) {
  const { attachment, isDisabled, mostBytes = MAX_FILE_BYTES, onChange } = props;
  const text = useChatText();
  const problemText = useProblemText(mostBytes);
  const [problem, setProblem] = useState<UploadProblem>();
  const input = useRef<HTMLInputElement>(null);
  const chat = useRef<HTMLElement | null>(null);
  const findChat = useCallback((element: HTMLElement | null) => {
    chat.current = element?.closest<HTMLElement>(".chat") ?? null;
  }, []);

  const add = async (files: readonly File[]) => {
    const [file, ...others] = files;
    if (!file || isDisabled) return;
    if (others.length > 0) return setProblem({ key: "one_file" });
    const result = await readImage(file, mostBytes);
    const isImage = "blob" in result;
    setProblem(isImage ? undefined : result);
    if (isImage) onChange(result);
  };
  const isOver = useFileDrop(chat, add) && !isDisabled;
  usePaste(add);

  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void add([...(target.files ?? [])]);
    // Else the same file could not be chosen again after it was removed.
    target.value = "";
  };
  const remove = () => {
    onChange(undefined);
    input.current?.focus();
  };

  return (
    <>
      {attachment && <Preview attachment={attachment} onRemove={remove} />}
      <p className="attachment-problem" role="alert">
        {problem && problemText(problem)}
      </p>
      <label className="composer__attach" title={text("add_image")} ref={findChat}>
        <input
          ref={input}
          className="composer__file"
          type="file"
          accept={acceptAttribute("images")}
          disabled={isDisabled}
          onChange={pick}
        />
        <ImageIcon />
        <span className="visually-hidden">{text("add_image")}</span>
      </label>
      {isOver && (
        <p className="drop-area" aria-hidden="true">
          <ImageIcon />
          <span>{text("add_image")}</span>
        </p>
      )}
    </>
  );
}

/** The image that the next message will have. */
function Preview({ attachment, onRemove }: { attachment: ChatFile; onRemove: () => void }) {
  const uploadText = useUploadText();
  const { fileSize } = useFormats();
  const address = useObjectUrl(attachment.blob);
  const { name, blob } = attachment;
  return (
    <div className="attachment">
      <img className="attachment__thumbnail" src={address} alt="" />
      <p className="attachment__text" role="status">
        <bdi className="attachment__name">{name}</bdi> <bdi>{fileSize(blob.size)}</bdi>
      </p>
      <button
        type="button"
        className="icon-button"
        title={uploadText("remove")}
        aria-label={`${uploadText("remove")}: ${name}`}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

/** Takes files that are pasted anywhere on the page: a chat is the only thing on it that takes some. */
function usePaste(onPaste: (files: readonly File[]) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = pastedFiles(event);
    if (files.length === 0) return;
    event.preventDefault();
    onPaste(files);
  });
  useEffect(() => {
    const handle = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", handle);
    return () => document.removeEventListener("paste", handle);
  }, []);
}

function ImageIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5m-1 13 5-5 3.5 3.5 2.5-2.5 5 5M15.5 9h.01" />
    </svg>
  );
}
