import { use, useRef } from "react";
import { FieldGroup } from "../../inputs/FieldGroup";
import type { Accepted } from "../../uploads/checkFile";
import { useUploadText } from "../../uploads/texts/useUploadText";
import { takesRoom, type UploadItem } from "../../uploads/uploadItem";
import { UploadsContext } from "../../uploads/uploadsContext";
import { useFileDrop } from "../../uploads/useFileDrop";
import { useFilePaste } from "../../uploads/useFilePaste";
import { fieldProps } from "../props/fieldProps";
import type { QuestionProps } from "../props/questionProps";
import { FileRow } from "./FileRow";
import { Picker } from "./Picker";
import { useAnnouncement } from "./useAnnouncement";
import { useItems } from "./useItems";
import { useRowFocus } from "./useRowFocus";

/** How many files a question for several takes: as many as the server keeps for a visitor (docs/api.md#refused-uploads). */
const MAX_FILES = 20;

interface Props extends QuestionProps {
  accepted: Accepted;
  /** Whether the screen can be captured, where the browser allows it. */
  offersCapture?: boolean;
}

/** The files of a question, and the ways to add some: picker, camera, capture, drop and paste. */
export function UploadField({ accepted, offersCapture = false, ...props }: Props) {
  const { questionId, multiSelect, uploading } = props.question;
  const uploads = use(UploadsContext);
  const items = useItems(uploads, questionId);
  const area = useRef<HTMLDivElement>(null);
  const text = useUploadText();
  const limit = multiSelect ? MAX_FILES : 1;
  const hasRoom = items.filter(takesRoom).length < limit;
  const keepFocus = useRowFocus(area, items, hasRoom);
  const announcement = useAnnouncement(items);

  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    keepFocus("added");
    uploads?.add({ id: questionId, accepted, limit }, files);
  };
  const isOver = useFileDrop(area, add);
  useFilePaste(area, add);

  const remove = (item: UploadItem) => {
    keepFocus(items.indexOf(item));
    uploads?.remove(questionId, item);
  };
  const retry = (item: UploadItem) => {
    keepFocus(items.indexOf(item));
    uploads?.retry(questionId, item);
  };

  return (
    <FieldGroup {...fieldProps(props)} single={false}>
      <div
        className={`uploads${isOver ? " uploads--over" : ""}`}
        data-has-room={hasRoom || undefined}
        ref={area}
      >
        {hasRoom && (
          <Picker accepted={accepted} multiple={multiSelect} offersCapture={offersCapture} onPick={add} />
        )}
        {items.length > 0 && (
          <ul className="uploads__list" aria-busy={uploading === true}>
            {items.map((item) => (
              <FileRow key={item.key} item={item} onRemove={() => remove(item)} onRetry={() => retry(item)} />
            ))}
          </ul>
        )}
        <p className="visually-hidden" role="status">
          {announcement && text(announcement.key, announcement.params)}
        </p>
      </div>
    </FieldGroup>
  );
}
