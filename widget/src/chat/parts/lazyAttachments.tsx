import { type ComponentType, lazy, Suspense } from "react";
import { loadChunk } from "../../basics/loadChunk";
import type { AttachmentFieldProps } from "../attachments/AttachmentField";
import type { PictureViewProps } from "../attachments/PictureView";
import { useChatText } from "../texts/useChatText";

/** The part for images. Without it the chat continues without them. */
interface AttachmentsPart {
  AttachmentField: ComponentType<AttachmentFieldProps>;
  FileRefusal: ComponentType<{ code: string }>;
  PictureView: ComponentType<PictureViewProps>;
}

async function loadAttachments(): Promise<AttachmentsPart> {
  try {
    return await loadChunk("attachments", () => import("../attachments"));
  } catch (error) {
    console.error(error);
    return { AttachmentField: () => null, FileRefusal: NotSent, PictureView: NotShown };
  }
}

const LazyField = lazy(async () => ({ default: (await loadAttachments()).AttachmentField }));
const LazyPicture = lazy(async () => ({ default: (await loadAttachments()).PictureView }));
const LazyRefusal = lazy(async () => ({ default: (await loadAttachments()).FileRefusal }));

/** The ways to add an image to a message. Their place is kept until they are there. */
export function Attachments(props: AttachmentFieldProps) {
  return (
    <Suspense fallback={<span className="composer__attach" />}>
      <LazyField {...props} />
    </Suspense>
  );
}

/** The largest size in which an image is shown in the log, and the smallest of what can be pressed, in pixels. */
const LARGEST = { width: 260, height: 280 };
const SMALLEST = { width: 96, height: 64 };

/** Of an image whose size is not known. */
const UNKNOWN = { width: 220, height: 165 };

/** An image in the log, with its place from the start: nothing moves when it arrives. */
export function PictureFrame(props: PictureViewProps) {
  const { width, height } = sizeInLog(props.picture);
  return (
    <span className="picture" style={{ inlineSize: `${width}px`, aspectRatio: `${width} / ${height}` }}>
      <Suspense>
        <LazyPicture {...props} />
      </Suspense>
    </span>
  );
}

/** Why the server did not take a message, in words that come with the part for images. */
export function Refusal({ code }: { code: string }) {
  return (
    <Suspense fallback={<NotSent />}>
      <LazyRefusal code={code} />
    </Suspense>
  );
}

function NotSent() {
  return useChatText()("message_not_sent");
}

function NotShown() {
  return <span className="picture__failure">{useChatText()("image_failed")}</span>;
}

function sizeInLog({ width, height }: PictureViewProps["picture"]) {
  if (!width || !height) return UNKNOWN;
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return {
    width: Math.round(Math.max(width * scale, SMALLEST.width)),
    height: Math.round(Math.max(height * scale, SMALLEST.height)),
  };
}
