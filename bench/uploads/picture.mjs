import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Returns a PNG image whose rows are all the same noise: its file is small, and decoding and writing it is as much work as ever. */
export function picture(name, width, height) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.of(0), randomBytes(3 * width)]);
  const rows = Buffer.alloc(row.length * height, row);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return { name, bytes: Buffer.concat([signature, ...chunks]) };
}

function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
