import type { UploadProblem } from "./uploadItem";

/** The largest file that the server takes, in bytes (docs/api.md#accepted-files). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** What a question takes: images and PDF documents, or images alone. */
export type Accepted = "documents" | "images";

const IMAGE_TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
};

const TYPES: Record<Accepted, Record<string, string>> = {
  images: IMAGE_TYPES,
  documents: { ...IMAGE_TYPES, pdf: "application/pdf" },
};

/** Returns the attribute `accept` of a file input. Exact types, so that telephones convert photos to one of them. */
export function acceptAttribute(accepted: Accepted): string {
  return [...new Set(Object.values(TYPES[accepted]))].join();
}

/** Returns whether the browser can show a file as an image. */
export function isImage({ type }: Blob): boolean {
  return Object.values(IMAGE_TYPES).includes(type);
}

/**
 * Returns what is wrong with a file, as far as the browser knows without reading it: an early hint, since the server
 * decides by the content.
 */
export function checkFile({ name, type, size }: File, accepted: Accepted): UploadProblem | undefined {
  const types = TYPES[accepted];
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const isKnown = Object.hasOwn(types, extension) || Object.values(types).includes(type);
  if (!isKnown) return { key: accepted === "images" ? "only_images" : "unsupported_type" };
  if (size === 0) return { key: "empty_file" };
  return size > MAX_FILE_BYTES ? { key: "too_large" } : undefined;
}
