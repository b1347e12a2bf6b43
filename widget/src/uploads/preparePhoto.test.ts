import { beforeEach, expect, it, vi } from "vitest";
import { isPhoto, MAX_PHOTO_SIDE, preparePhoto } from "./preparePhoto";

const MEBIBYTE = 1024 * 1024;
const DRAWN_BYTES = 1000;
const FILLED = [0x33, 0x66, 0x99, 255];
const NOISE = [9, 200, 7, 255];

/** The sides of the photo that the browser reads; `undefined`: it cannot. */
let sides: [number, number] | undefined;
/** Whether the browser gives back what was drawn. */
let isHonest: boolean;
/** The canvas that was drawn on. */
let drawn: { width: number; height: number } | undefined;

beforeEach(() => {
  sides = [5120, 2560];
  isHonest = true;
  drawn = undefined;
  vi.stubGlobal("createImageBitmap", async () => {
    if (!sides) throw new DOMException("The source image could not be decoded.", "InvalidStateError");
    return { width: sides[0], height: sides[1], close() {} };
  });
  vi.stubGlobal("document", { createElement: createCanvas });
});

function createCanvas() {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({
      canvas,
      fillRect() {},
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: Array.from({ length: width * height }, () => (isHonest ? FILLED : NOISE)).flat(),
      }),
      drawImage() {
        drawn = canvas;
      },
    }),
    toBlob: (callback: (blob: Blob) => void, type: string) =>
      callback(new Blob([new Uint8Array(DRAWN_BYTES)], { type })),
  };
  return canvas;
}

it("a large photo is scaled down to the longest side, and keeps its name", async () => {
  const prepared = await preparePhoto(jpeg("a.jpeg", 2 * MEBIBYTE));
  expect([drawn?.width, drawn?.height]).toEqual([MAX_PHOTO_SIDE, MAX_PHOTO_SIDE / 2]);
  expect([prepared.name, prepared.type, prepared.size]).toEqual(["a.jpeg", "image/jpeg", DRAWN_BYTES]);
});

it("a photo in HEIC becomes a JPEG of the same pixels, however small, also where the browser does not know its type", async () => {
  sides = [100, 50];
  for (const type of ["image/heic", "image/heif", ""]) {
    const prepared = await preparePhoto(new File(["x"], "IMG_1.HEIC", { type }));
    expect([prepared.name, prepared.type], type).toEqual(["IMG_1.jpg", "image/jpeg"]);
    expect([drawn?.width, drawn?.height], type).toEqual([100, 50]);
  }
});

it.each([
  ["is small", 1000, [5120, 2560]],
  ["has few pixels", 2 * MEBIBYTE, [2560, 100]],
] as const)("a photo that %s stays as it is", async (_, bytes, [width, height]) => {
  sides = [width, height];
  const file = jpeg("a.jpg", bytes);
  expect(await preparePhoto(file)).toBe(file);
});

it("a photo that the browser cannot read, or would give back as noise, stays as it is", async () => {
  const files = [jpeg("a.jpg", 2 * MEBIBYTE), new File(["x"], "a.heic", { type: "image/heic" })];
  isHonest = false;
  for (const file of files) expect(await preparePhoto(file)).toBe(file);
  isHonest = true;
  sides = undefined;
  for (const file of files) expect(await preparePhoto(file)).toBe(file);
});

it("only photos are prepared, and none that is too large to be read", () => {
  expect(isPhoto(jpeg("a.jpg", 1))).toBe(true);
  expect(isPhoto(new File(["x"], "a.heif"))).toBe(true);
  expect(isPhoto(new File(["x"], "a.png", { type: "image/png" }))).toBe(false);
  expect(isPhoto(new File(["x"], "heic.pdf", { type: "application/pdf" }))).toBe(false);
  expect(isPhoto(jpeg("a.jpg", 64 * MEBIBYTE + 1))).toBe(false);
});

function jpeg(name: string, bytes: number): File {
  return new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });
}
