import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FileAnswer, FlowEvent } from "../engine/types";
import type { SendOutcome } from "./sendFile";
import { PARALLEL_UPLOADS } from "./sending";
import type { UploadServer } from "./uploadServer";
import { createUploads, type UploadServices, type Uploads } from "./uploads";

/** An upload that the server has not answered yet. */
interface Sending {
  name: string;
  progress: (part: number) => void;
  signal: AbortSignal;
  respond: (outcome: SendOutcome) => Promise<void>;
}

const PHOTOS = { id: "q", accepted: "documents", limit: 20 } as const;
const ONE_PHOTO = { ...PHOTOS, limit: 1 };

let sending: Sending[];
let events: FlowEvent[];
let answered: FileAnswer[];
let isOnline: boolean;
/** Whether the engine takes no answers, as while a feedback is submitted. */
let holdsAnswers: boolean;
/** Ends the waits before further tries. */
let waits: { ms: number; end: () => Promise<void> }[];
const remove = vi.fn();
let uploads: Uploads;

beforeEach(() => {
  sending = [];
  events = [];
  answered = [];
  waits = [];
  isOnline = true;
  holdsAnswers = false;
  remove.mockClear();
  uploads = createUploads(services());
});

describe("a file", () => {
  it("is uploaded, and becomes part of the answer under the server's name for it", async () => {
    uploads.add(PHOTOS, [photo("a.png")]);
    expect(states()).toEqual(["uploading 0"]);
    expect(events).toEqual([uploading("under_way")]);

    sending[0]?.progress(0.456);
    expect(states()).toEqual(["uploading 45"]);
    sending[0]?.progress(1);
    expect(states()).toEqual(["uploading 100"]);

    await sending[0]?.respond(stored("b1", "a.jpg"));
    expect(states()).toEqual(["uploaded b1"]);
    expect(uploads.items("q")[0]?.name).toBe("a.jpg");
    expect(events.slice(1)).toEqual([
      { type: "uploaded", questionId: "q", answer: { files: [file("b1", "a.jpg")] } },
      uploading("none"),
    ]);
  });

  it("that is no image or PDF, empty or too large is refused, and holds nobody up", () => {
    uploads.add(PHOTOS, [
      new File(["x"], "a.txt", { type: "text/plain" }),
      new File([], "b.png", { type: "image/png" }),
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], "c.pdf", { type: "application/pdf" }),
    ]);
    expect(states()).toEqual(["refused unsupported_type", "refused empty_file", "refused too_large"]);
    expect(events).toEqual([]);
    expect(sending).toEqual([]);
  });

  it("of exactly the largest size is sent, and one that only its name knows", () => {
    uploads.add(PHOTOS, [
      new File([new Uint8Array(10 * 1024 * 1024)], "c.pdf", { type: "application/pdf" }),
      new File(["x"], "SCAN.PDF"),
    ]);
    expect(sending.map(({ name }) => name)).toEqual(["c.pdf", "SCAN.PDF"]);
  });

  it("in a format that this browser cannot read is refused once that is known", async () => {
    uploads.add(PHOTOS, [new File(["x"], "a.heic", { type: "image/heic" })]);
    uploads.add({ ...PHOTOS, id: "r", accepted: "images" }, [
      new File(["x"], "b.heic", { type: "image/heic" }),
    ]);
    expect(states()).toEqual(["waiting"]);
    await settle();
    expect([states(), states("r")]).toEqual([["refused unsupported_type"], ["refused only_images"]]);
    expect(events.at(-1)).toEqual({ ...uploading("none"), questionId: "r" });
    expect(sending).toEqual([]);
  });

  it("that is removed while it is prepared is not sent", async () => {
    let read = () => {};
    vi.stubGlobal(
      "createImageBitmap",
      () =>
        new Promise((_, reject) => {
          read = () => reject(new DOMException("The source image could not be decoded."));
        }),
    );
    uploads.add(PHOTOS, [new File(["x"], "a.heic", { type: "image/heic" }), photo("b.png")]);
    expect(states()).toEqual(["waiting", "uploading 0"]);
    const [item] = uploads.items("q");
    if (item) uploads.remove("q", item);
    read();
    await settle();
    expect(states()).toEqual(["uploading 0"]);
    expect(sending.map(({ name }) => name)).toEqual(["b.png"]);
  });

  it("beyond what the question takes is refused; the refused ones go with the next choice", async () => {
    uploads.add(ONE_PHOTO, [photo("a.png"), photo("b.png")]);
    expect(states()).toEqual(["uploading 0", "refused one_file"]);
    uploads.add({ ...PHOTOS, limit: 2 }, [new File(["x"], "x.svg"), photo("c.png"), photo("d.png")]);
    expect(states()).toEqual([
      "uploading 0",
      "refused unsupported_type",
      "uploading 0",
      "refused too_many_files",
    ]);
  });
});

describe("several files", () => {
  it("are uploaded a few at a time, in their order", async () => {
    uploads.add(
      PHOTOS,
      ["a", "b", "c", "d", "e"].map((name) => photo(`${name}.png`)),
    );
    expect(PARALLEL_UPLOADS).toBe(3);
    expect(sending.map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png"]);
    expect(states().slice(3)).toEqual(["waiting", "waiting"]);

    await sending[1]?.respond(stored("b1"));
    expect(sending.map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png", "d.png"]);
    expect(events).toEqual([uploading("under_way"), expect.objectContaining({ type: "uploaded" })]);

    for (const at of [0, 2, 3]) await sending[at]?.respond(stored(`b${at}`));
    await sending[4]?.respond(stored("b4"));
    expect(events.at(-1)).toEqual(uploading("none"));
    expect(answered.map(({ id }) => id)).toEqual(["b1", "b0", "b2", "b3", "b4"]);
  });

  it("of several questions share these places", () => {
    uploads.add(PHOTOS, [photo("a.png"), photo("b.png")]);
    uploads.add({ ...PHOTOS, id: "r" }, [photo("c.png"), photo("d.png")]);
    expect(sending.map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png"]);
  });
});

describe("an upload that fails", () => {
  it("is tried again after 1, 2 and 4 seconds, then kept", async () => {
    uploads.add(PHOTOS, [photo("a.png")]);
    for (const at of [0, 1, 2]) {
      sending[at]?.progress(0.5);
      await sending[at]?.respond({ status: 0 });
      await waits[at]?.end();
      expect(states()).toEqual(["uploading 0"]);
    }
    await sending[3]?.respond({ status: 0 });
    expect(waits.map(({ ms }) => ms)).toEqual([1000, 2000, 4000]);
    expect(states()).toEqual(["kept"]);
    const [id = ""] = answered.map((file) => file.id);
    expect(id).toMatch(/^kept-/);
    expect(answered).toEqual([file(id, "a.png")]);
    expect(events).toEqual([
      uploading("under_way"),
      { type: "uploaded", questionId: "q", answer: { files: answered } },
      uploading("none"),
    ]);
  });

  it("because the device has uploaded too much has failed until the visitor tries it", async () => {
    uploads.add(PHOTOS, [photo("a.png")]);
    await sending[0]?.respond({ status: 409, body: { code: "too_many_uploads" } });
    expect(events).toEqual([uploading("under_way"), uploading("failed")]);
    uploads.retry("q", item(0));
    expect(events.at(-1)).toEqual(uploading("under_way"));
    await sending[1]?.respond(stored("b1"));
    expect(states()).toEqual(["uploaded b1"]);
  });

  it("waits as long as the server asks", async () => {
    uploads.add(PHOTOS, [photo("a.png")]);
    await sending[0]?.respond({ status: 503, retryAfterMs: 3000 });
    expect(waits.map(({ ms }) => ms)).toEqual([3000]);
    await waits[0]?.end();
    await sending[1]?.respond({ status: 429, retryAfterMs: 40_000 });
    expect(states()).toEqual(["kept"]);
  });

  it("without a network is kept at once", async () => {
    isOnline = false;
    uploads.add(PHOTOS, [photo("a.png")]);
    await sending[0]?.respond({ status: 0 });
    expect(states()).toEqual(["kept"]);
    expect(waits).toEqual([]);
  });

  it.each([
    [422, "unsupported_type", "failed unsupported_type"],
    [422, "invalid_file", "failed invalid_file"],
    [422, "too_many_pixels", "failed too_many_pixels"],
    [422, "active_document", "failed active_document"],
    [422, "harmful_file", "failed harmful_file"],
    [422, "unknown_question", "failed upload_error"],
    [413, "too_large", "failed too_large"],
    [413, undefined, "failed too_large"],
    [403, "node_closed", "failed not_taken"],
    [409, "too_many_uploads", "failed too_many_uploads, may be tried again"],
    [404, undefined, "failed upload_error, may be tried again"],
    [500, "internal", "kept"],
    [200, undefined, "kept"],
  ])("with status %i and code %s is %s", async (status, code, state) => {
    uploads.add(PHOTOS, [photo("a.png")]);
    await sending[0]?.respond({ status, body: code && { code } });
    expect(states()).toEqual([state]);
  });
});

describe("a file that is removed", () => {
  it("is canceled on its way, and makes room for the next", async () => {
    uploads.add(
      PHOTOS,
      ["a", "b", "c", "d"].map((name) => photo(`${name}.png`)),
    );
    uploads.remove("q", item(0));
    expect(sending[0]?.signal.aborted).toBe(true);
    await sending[0]?.respond({ status: 0 });
    expect(sending.map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png", "d.png"]);
    expect(waits).toEqual([]);
    expect(uploads.items("q")).toHaveLength(3);
    expect(events).toEqual([uploading("under_way")]);
  });

  it("while it waits is never sent", async () => {
    uploads.add(
      PHOTOS,
      ["a", "b", "c", "d"].map((name) => photo(`${name}.png`)),
    );
    uploads.remove("q", item(3));
    await sending[0]?.respond(stored("b1"));
    expect(sending).toHaveLength(3);
  });

  it("leaves its place at once where it waits for another try", async () => {
    uploads.add(
      PHOTOS,
      ["a", "b", "c", "d"].map((name) => photo(`${name}.png`)),
    );
    await sending[0]?.respond({ status: 0 });
    uploads.remove("q", item(0));
    await settle();
    expect(sending.map(({ name }) => name).at(-1)).toBe("d.png");
  });

  it("is deleted from the server where its response comes too late", async () => {
    uploads.add(PHOTOS, [photo("a.png")]);
    uploads.remove("q", item(0));
    await sending[0]?.respond(stored("b1"));
    expect(remove).toHaveBeenCalledWith("b1");
    expect(events).toEqual([uploading("under_way"), uploading("none")]);
  });

  it("after its upload is taken out of the answer and deleted from the server", async () => {
    await uploadTwo();
    uploads.remove("q", item(0));
    expect(events.at(-1)).toEqual({ type: "answered", questionId: "q", answer: { files: [file("b2")] } });
    expect(remove).toHaveBeenCalledWith("b1");
    uploads.remove("q", item(0));
    expect(events.at(-1)).toEqual({ type: "answered", questionId: "q" });
    expect(uploads.items("q")).toEqual([]);
  });

  it("stays while the engine holds on to it", async () => {
    await uploadTwo();
    const held = [...answered];
    holdsAnswers = true;
    uploads.remove("q", item(0));
    expect(answered).toEqual(held);
    expect(uploads.items("q")).toHaveLength(2);
    expect(remove).not.toHaveBeenCalled();
  });

  it("after its failure lets the visitor go on", async () => {
    uploads.add(PHOTOS, [photo("a.png")]);
    await sending[0]?.respond({ status: 422, body: { code: "invalid_file" } });
    uploads.remove("q", item(0));
    expect(events.at(-1)).toEqual(uploading("none"));
  });
});

describe("all files", () => {
  it("of a question are discarded, and deleted from the server, when the engine says so", async () => {
    await uploadTwo();
    uploads.add(PHOTOS, [photo("c.png")]);
    uploads.add({ ...PHOTOS, id: "r" }, [photo("d.png")]);
    events = [];
    uploads.discard("q");
    expect(uploads.items("q")).toEqual([]);
    expect(remove.mock.calls).toEqual([["b1"], ["b2"]]);
    expect(sending[2]?.signal.aborted).toBe(true);
    expect(uploads.items("r")).toHaveLength(1);
    // The engine has forgotten them already.
    expect(events).toEqual([]);

    uploads.add(PHOTOS, [photo("e.png")]);
    expect(events).toEqual([uploading("under_way")]);
  });

  it("are discarded when the flow starts over", async () => {
    await uploadTwo();
    uploads.add({ ...PHOTOS, id: "r" }, [photo("d.png")]);
    uploads.discard();
    expect([uploads.items("q"), uploads.items("r")]).toEqual([[], []]);
    expect(sending[2]?.signal.aborted).toBe(true);
  });

  it("are forgotten, but not deleted, when they belong to a feedback", async () => {
    await uploadTwo();
    uploads.release();
    expect(uploads.items("q")).toEqual([]);
    expect(remove).not.toHaveBeenCalled();
  });
});

it("lists stay the same objects until something changes, and listeners learn of it", async () => {
  const listener = vi.fn();
  uploads.subscribe(listener);
  uploads.add(PHOTOS, [photo("a.png")]);
  const before = uploads.items("q");
  expect(uploads.items("q")).toBe(before);
  const calls = listener.mock.calls.length;
  sending[0]?.progress(0.5);
  expect(uploads.items("q")).not.toBe(before);
  expect(listener.mock.calls.length).toBeGreaterThan(calls);
});

/** Services with an engine that does what is told, and a server that waits to be told. */
function services(): UploadServices {
  const server: UploadServer = {
    send: (_, { name }, progress, signal) =>
      new Promise((resolve) => {
        const respond = async (outcome: SendOutcome) => {
          resolve(outcome);
          await settle();
        };
        sending.push({ name, progress, signal, respond });
      }),
    addressOf: (questionId) => ({ path: `/uploads?${questionId}`, headers: { "X-Device-Id": "d" } }),
    remove,
  };
  return {
    server,
    send(event) {
      events.push(event);
      if (event.type === "uploaded") answered = [...answered, ...(event.answer?.files ?? [])];
      if (event.type === "answered" && !holdsAnswers) answered = event.answer?.files ?? [];
    },
    answeredFiles: () => answered,
    canKeep: async () => true,
    isOnline: () => isOnline,
    wait: (ms) =>
      new Promise<void>((resolve) => {
        const end = async () => {
          resolve();
          await settle();
        };
        waits.push({ ms, end });
      }),
  };
}

async function uploadTwo() {
  uploads.add(PHOTOS, [photo("a.png"), photo("b.png")]);
  await sending[0]?.respond(stored("b1"));
  await sending[1]?.respond(stored("b2"));
}

/** Lets everything happen that waits for nothing outside. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function photo(name: string): File {
  return new File(["x"], name, { type: "image/png" });
}

function file(id: string, name = `${id}.png`): FileAnswer {
  return { id, name, size: 1, type: "image/png" };
}

function stored(id: string, name?: string): SendOutcome {
  return { status: 200, body: { data: file(id, name) } };
}

function uploading(uploads: "none" | "under_way" | "failed"): FlowEvent {
  return { type: "uploading", questionId: "q", uploads };
}

function item(at: number) {
  const found = uploads.items("q")[at];
  if (!found) throw new Error(`There is no file ${at}.`);
  return found;
}

function states(questionId = "q"): string[] {
  return uploads.items(questionId).map(({ state }) => {
    switch (state.kind) {
      case "uploading":
        return `uploading ${state.percent}`;
      case "uploaded":
        return `uploaded ${state.id}`;
      case "failed":
        return `failed ${state.problem.key}${state.mayRetry ? ", may be tried again" : ""}`;
      case "refused":
        return `refused ${state.problem.key}`;
      default:
        return state.kind;
    }
  });
}
