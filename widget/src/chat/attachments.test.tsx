// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mount, provideTestPage, show, type } from "./mountForTests";
import type { ChatFile, PendingMessage } from "./timeline/pendingMessages";
import { chatDetail, chatLimits, message } from "./timeline/testChat";

provideTestPage();

beforeEach(() => {
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      naturalWidth = 800;
      naturalHeight = 600;
      decode = () => (broken ? Promise.reject(new Error("EncodingError")) : Promise.resolve());
    },
  );
  broken = false;
});

let broken = false;
const TAKEN = { prevent_upload: false } as const;

describe("an image to send", () => {
  it("is chosen, shown, and sent with its size, without a text", async () => {
    const { effects } = show(TAKEN);
    await choose(photo("lamp.png"));
    expect(screen.getByText("lamp.png")).toBeTruthy();
    expect(screen.getByText("5 bytes")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(effects.at(-1)).toMatchObject({
      type: "keep_message",
      body: "",
      attachment: { name: "lamp.png", width: 800, height: 600 },
    });
    expect(document.querySelector(".attachment")).toBeNull();
  });

  it("can be dropped on the chat, and pasted", async () => {
    show(TAKEN);
    await input();
    const thread = document.querySelector(".chat") as HTMLElement;
    fire(thread, "dragover", "dataTransfer", [photo("a.png")]);
    expect(document.querySelector(".drop-area")).toBeTruthy();
    fire(thread, "drop", "dataTransfer", [photo("a.png")]);
    expect(document.querySelector(".drop-area")).toBeNull();
    expect(await screen.findByText("a.png")).toBeTruthy();
    fire(screen.getByRole("textbox"), "paste", "clipboardData", [photo("b.png")]);
    expect(await screen.findByText("b.png")).toBeTruthy();
    expect(screen.queryByText("a.png")).toBeNull();
  });

  it("can be removed; the focus goes where another one is chosen", async () => {
    show(TAKEN);
    await choose(photo("lamp.png"));
    fireEvent.click(screen.getByRole("button", { name: "Remove: lamp.png" }));
    expect(screen.queryByText("lamp.png")).toBeNull();
    expect(document.activeElement).toBe(await input());
  });

  it.each([
    ["no image", new File(["x"], "a.pdf", { type: "application/pdf" }), /Only JPEG, PNG, WebP and GIF/],
    ["empty", new File([], "a.png", { type: "image/png" }), "The file is empty."],
    ["too large", photo("a.png", 2_000), "The file is larger than 1 KB."],
  ])("that is %s is refused with a reason", async (_, file, words) => {
    show({ ...TAKEN, limits: chatLimits({ attachment_bytes: 1_024 }) });
    await choose(file);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("that the browser cannot read is refused, and so are several at once", async () => {
    show(TAKEN);
    broken = true;
    await choose(photo("a.png"));
    expect(await screen.findByText("The file is damaged or incomplete.")).toBeTruthy();
    fire(document.querySelector(".chat") as HTMLElement, "drop", "dataTransfer", [
      photo("a.png"),
      photo("b.png"),
    ]);
    expect(await screen.findByText("Only one file can be added here.")).toBeTruthy();
  });

  it("is not taken in any way where the business wants none", async () => {
    const { run } = show(TAKEN);
    await choose(photo("lamp.png"));
    act(() => run.send({ type: "fetched", detail: chatDetail({ prevent_upload: true }) }));
    expect(screen.queryByLabelText("Add an image")).toBeNull();
    expect(screen.queryByText("lamp.png")).toBeNull();
    fire(screen.getByRole("textbox"), "paste", "clipboardData", [photo("b.png")]);
    type("text");
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
    expect(run.state().pendingMessages[0]).not.toHaveProperty("attachment");
  });
});

describe("an image in the log", () => {
  const url = "/v1/feedbacks/f/uploads/u1";
  const attachment = {
    id: "u1",
    name: "lamp.png",
    size: 2_048,
    type: "image/png",
    width: 800,
    height: 400,
    url,
  };
  const item = message("m", 1);
  const withImage = {
    timeline_items: [
      {
        ...item,
        detail: { comment: { body: "", created_at: "2026-11-21T10:01:00.000Z", attachment } },
      },
    ],
  };

  it("has its place before it is loaded, and opens large, with a download", async () => {
    const fetchFile = vi.fn(async () => new Blob(["image"]));
    show(withImage, { fetchFile });
    expect(document.querySelector<HTMLElement>(".picture")?.style.aspectRatio).toBe("260 / 130");
    const open = await screen.findByRole("button", { name: "Open image: lamp.png" });
    expect(fetchFile).toHaveBeenCalledExactlyOnceWith(url);
    fireEvent.click(open);
    const dialog = within(screen.getByRole("dialog", { name: "lamp.png" }));
    expect(dialog.getByText("2 KB")).toBeTruthy();
    const download = dialog.getByRole("link", { name: "Download" });
    expect(download.getAttribute("download")).toBe("lamp.png");
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog", { name: "lamp.png" })).toBeNull();
  });

  it("that cannot be loaded can be tried again", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const fetchFile = vi
      .fn()
      .mockRejectedValueOnce(new Error("503"))
      .mockResolvedValue(new Blob(["image"]));
    show(withImage, { fetchFile });
    expect(await screen.findByText("The image could not be loaded.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: /Open image/ })).toBeTruthy();
    warn.mockRestore();
  });

  it("is the page's own until it is there, with how much of it is sent, and is not loaded again", async () => {
    const fetchFile = vi.fn();
    const { run } = mount({ fetchFile });
    act(() => run.send({ type: "fetched", detail: chatDetail(TAKEN) }));
    const file: ChatFile = { blob: photo("lamp.png"), name: "lamp.png", width: 800, height: 400 };
    act(() =>
      run.send({
        type: "send",
        clientKey: "k",
        body: "",
        at: Date.parse("2026-11-21T10:01:00Z"),
        attachment: file,
      }),
    );
    const sending = { ...run.state().pendingMessages[0], state: "sending", progress: 40 } as PendingMessage;
    act(() => run.send({ type: "kept", messages: [sending] }));
    const progress = await screen.findByRole("progressbar", { name: "lamp.png" });
    expect(progress.getAttribute("value")).toBe("40");

    const arrived = { ...message("m", 2, "customer", "k") };
    arrived.detail = { comment: { body: "", created_at: "2026-11-21T10:01:00.000Z", attachment } };
    act(() => run.send({ type: "posted", clientKey: "k", item: arrived }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(screen.getByRole("button", { name: "Open image: lamp.png" })).toBeTruthy();
    expect(fetchFile).not.toHaveBeenCalled();
  });
});

function photo(name: string, bytes = 5): File {
  return new File(["x".repeat(bytes)], name, { type: "image/png" });
}

function input(): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>("Add an image");
}

async function choose(file: File) {
  const field = await input();
  Object.defineProperty(field, "files", { value: [file], configurable: true });
  await act(async () => {
    fireEvent.change(field);
  });
}

/** Fires an event of the browser that carries files. */
function fire(target: Element, type: string, field: string, files: File[]) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, field, { value: { types: ["Files"], files, dropEffect: "none" } });
  act(() => {
    target.dispatchEvent(event);
  });
}
