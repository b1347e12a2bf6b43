// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { partsOf, SENTENCES, wordsOf } from "./sentences";

const SOURCES = ["http/routes/staff_server.rs", "disk_room.rs", "server/warnings.rs"].map((name) =>
  readFileSync(new URL(`../../../../backend/src/${name}`, import.meta.url), "utf8"),
);

it("knows sentences that the server says", () => {
  const said = SOURCES.join("\n");
  for (const { message } of SENTENCES) expect(said).toContain(`"${message}"`);
});

it("has words for a sentence of a check, with its number", () => {
  expect(wordsOf("disk", "63711 MiB are free for files")).toMatchObject({
    text: "settings_server_room_files",
    number: 63711,
  });
  expect(wordsOf("mail", "12 mails wait, the oldest for more than an hour")).toMatchObject({
    text: "settings_server_mail_late",
    number: 12,
  });
  expect(wordsOf("database", "it stores what is sent")?.text).toBe("settings_server_stores");
});

it("has none for other sentences", () => {
  for (const [check, message] of [
    ["configuration", "the server runs as root"],
    ["disk", "few MiB are free for files"],
    ["disk", "1 MiB are free for logs"],
    ["redis", "it stores what is sent"],
    ["later", "it answers"],
  ] as const)
    expect(wordsOf(check, message), message).toBeNull();
});

it("takes the names of systems from what is in a build", () => {
  expect(partsOf("with OTLP, S3")).toEqual({ present: "OTLP, S3", absent: "" });
  expect(partsOf("with OTLP; without Redis, S3")).toEqual({ present: "OTLP", absent: "Redis, S3" });
  expect(partsOf("without S3")).toEqual({ present: "", absent: "S3" });
  expect(partsOf("everything")).toBeNull();
  expect(partsOf("")).toBeNull();
});
