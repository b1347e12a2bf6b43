import { useState } from "react";
import type { TextParams } from "../../texts/textTypes";
import { type Announcement, announce } from "../../uploads/announcement";
import type { UploadItem } from "../../uploads/uploadItem";
import { useFormats } from "../../uploads/useFormats";
import { useProblemText } from "../../uploads/useProblemText";

/** Returns what a screen reader says about the latest change of a question's files. */
export function useAnnouncement(
  items: readonly UploadItem[],
): { key: Announcement["key"]; params: TextParams } | undefined {
  const problemText = useProblemText();
  const { percentage } = useFormats();
  const [seen, setSeen] = useState(items);
  const [latest, setLatest] = useState<Announcement>();
  if (seen !== items) {
    setSeen(items);
    setLatest(announce(seen, items) ?? latest);
  }
  if (!latest) return undefined;
  const { key, name, percent = 0, problem } = latest;
  const params = { name, percent: percentage(percent), problem: problem ? problemText(problem) : "" };
  return { key, params };
}
