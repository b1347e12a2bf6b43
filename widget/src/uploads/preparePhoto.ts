/** The longest side of a photo that is uploaded, in pixels: it fills a large screen (docs/constants.md#sizes). */
export const MAX_PHOTO_SIDE = 2560;

/** The size in bytes up to which a photo is uploaded as it is. */
const SMALL_PHOTO_BYTES = 1024 * 1024;

/** The size in bytes beyond which a photo is not even read: telephones would run out of memory. */
const HUGE_PHOTO_BYTES = 64 * 1024 * 1024;

/** How much of a JPEG is kept: nobody sees the rest. */
const QUALITY = 0.85;

/** Returns whether a file is a photo, which may be taken once it is prepared even if it could not be as it is. */
export function isPhoto(file: File): boolean {
  return (file.type === "image/jpeg" || isHeic(file)) && file.size <= HUGE_PHOTO_BYTES;
}

/**
 * Returns what is uploaded in place of a photo: a large one scaled down, and one in HEIC as JPEG. Where the browser cannot read it,
 * and where nothing is gained, the photo is returned as it is. Never rejects.
 */
export async function preparePhoto(file: File): Promise<File> {
  if (file.size <= SMALL_PHOTO_BYTES && !isHeic(file)) return file;
  return (await scaledPhoto(file).catch(() => undefined)) ?? file;
}

/** Returns whether a file is in the format of many telephones. Not all browsers know its type. */
function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]$/.test(type) || (!type && /\.hei[cf]$/i.test(name));
}

async function scaledPhoto(file: File): Promise<File | undefined> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MAX_PHOTO_SIDE / Math.max(image.width, image.height));
  const blob = scale < 1 || isHeic(file) ? await drawnJpeg(image, scale) : undefined;
  image.close();
  if (!blob || (!isHeic(file) && blob.size >= file.size)) return undefined;
  const name = isHeic(file) ? `${file.name.replace(/\.[^.]*$/, "")}.jpg` : file.name;
  return new File([blob], name, { type: blob.type });
}

async function drawnJpeg(image: ImageBitmap, scale: number): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context || !canBeRead(context)) return undefined;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", QUALITY));
}

/** Returns whether a canvas gives back what was drawn: browsers that resist fingerprinting give noise instead. */
function canBeRead(context: CanvasRenderingContext2D): boolean {
  const side = Math.min(4, context.canvas.width, context.canvas.height);
  context.fillStyle = "#369";
  context.fillRect(0, 0, side, side);
  const expected = [0x33, 0x66, 0x99, 0xff];
  return context
    .getImageData(0, 0, side, side)
    .data.every((value, at) => Math.abs(value - (expected[at % 4] ?? 0)) <= 2);
}
