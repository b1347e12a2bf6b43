// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FileAnswer, QuestionElement } from "../engine/types";
import { loadCatalog } from "../texts/catalog";
import { LanguageContext } from "../texts/useText";
import type { SendOutcome } from "../uploads/sendFile";
import { createUploads, type Uploads } from "../uploads/uploads";
import { UploadsContext } from "../uploads/uploadsContext";
import { loadKinds, questionKind } from "./kinds";

let responses: ((outcome: SendOutcome) => void)[];
let answered: FileAnswer[];
let uploads: Uploads;

beforeAll(async () => {
  await loadKinds({ styles: ["file", "screenshot"] });
  await loadCatalog("tr");
});

beforeEach(() => {
  responses = [];
  answered = [];
  uploads = createUploads({
    server: {
      send: () => new Promise((resolve) => responses.push(resolve)),
      addressOf: () => ({ path: "/uploads", headers: {} }),
      remove: vi.fn(),
    },
    send(event) {
      if (event.type === "uploaded") answered = [...answered, ...(event.answer?.files ?? [])];
      if (event.type === "answered") answered = event.answer?.files ?? [];
    },
    answeredFiles: () => answered,
    canKeep: async () => true,
    isOnline: () => true,
    wait: () => Promise.resolve(),
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the picker", () => {
  it("asks for an image or PDF file of at most 10 MB", () => {
    show({ style: "file" });
    const input = picker();
    expect(input.multiple).toBe(false);
    expect(input.accept).toBe("image/jpeg,image/png,image/webp,image/gif,application/pdf");
    expect(input.labels?.[0]?.textContent).toMatch(/^Choose an image or PDF file.*up to 10.MB$/);
  });

  it("asks for images where a screenshot is wanted, and for several files where they are taken", () => {
    show({ style: "screenshot", multiSelect: true });
    expect(picker().multiple).toBe(true);
    expect(picker().accept).not.toContain("pdf");
    expect(screen.getByText("Choose images")).toBeTruthy();
  });

  it("has a camera for telephones", () => {
    show({ style: "file" });
    const camera = screen.getByLabelText("Take a photo");
    expect(camera.getAttribute("capture")).toBe("environment");
  });

  it("offers a capture of the screen only for screenshots, and where the browser has one", () => {
    vi.stubGlobal("navigator", { ...navigator, mediaDevices: { getDisplayMedia: vi.fn() } });
    show({ style: "file" });
    expect(screen.queryByRole("button", { name: "Take a screenshot" })).toBeNull();
    cleanup();
    show({ style: "screenshot" });
    expect(screen.getByRole("button", { name: "Take a screenshot" })).toBeTruthy();
    cleanup();
    vi.stubGlobal("navigator", { ...navigator, mediaDevices: undefined });
    show({ style: "screenshot" });
    expect(screen.queryByRole("button", { name: "Take a screenshot" })).toBeNull();
  });

  it("says when the screen cannot be captured", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const getDisplayMedia = () => Promise.reject(new DOMException("", "NotReadableError"));
    vi.stubGlobal("navigator", { ...navigator, mediaDevices: { getDisplayMedia } });
    show({ style: "screenshot" });
    fireEvent.click(screen.getByRole("button", { name: "Take a screenshot" }));
    expect(await screen.findByText(/could not be captured/)).toBeTruthy();
  });
});

describe("a file", () => {
  it("is listed with its size and state, and takes the picker's place where one is enough", async () => {
    show({ style: "file" });
    choose(photo("a.png", 2048));
    expect(document.querySelector("input")).toBeNull();
    expect(row("a.png").getByText(/^2.KB$/)).toBeTruthy();
    expect(row("a.png").getByText("Uploading… 0%")).toBeTruthy();
    expect(row("a.png").getByRole<HTMLProgressElement>("progressbar").value).toBe(0);
    expect(status()).toBe("Uploading: a.png");

    await respond(0, stored("b1", "a.jpg"));
    expect(row("a.jpg").getByText("Uploaded")).toBeTruthy();
    expect(row("a.jpg").queryByRole("progressbar")).toBeNull();
    expect(status()).toBe("Uploaded: a.jpg");
  });

  it("keeps the focus in the question: on its button, then back on the picker", async () => {
    show({ style: "file" });
    picker().focus();
    choose(photo("a.png"));
    const cancel = screen.getByRole("button", { name: "Cancel the upload: a.png" });
    expect(document.activeElement).toBe(cancel);
    await respond(0, stored("b1", "a.png"));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove: a.png" }));

    fireEvent.click(screen.getByRole("button", { name: "Remove: a.png" }));
    expect(document.activeElement).toBe(picker());
    expect(status()).toBe("Removed: a.png");
  });

  it("hands the focus to its neighbor when it is removed from several", async () => {
    show({ style: "file", multiSelect: true });
    choose(photo("a.png"), photo("b.png"), photo("c.png"));
    const focused = () => document.activeElement?.getAttribute("aria-label");
    for (const [removed, next] of [
      ["b.png", "Cancel the upload: c.png"],
      ["c.png", "Cancel the upload: a.png"],
    ]) {
      const button = screen.getByRole("button", { name: `Cancel the upload: ${removed}` });
      button.focus();
      fireEvent.click(button);
      expect(focused()).toBe(next);
    }
  });

  it("that failed says why, and can be tried again", async () => {
    show({ style: "file" });
    choose(photo("a.png"));
    await respond(0, { status: 404 });
    expect(row("a.png").getByText("The file could not be uploaded.")).toBeTruthy();
    expect(status()).toBe("a.png: The file could not be uploaded.");

    const again = screen.getByRole("button", { name: "Try again: a.png" });
    again.focus();
    fireEvent.click(again);
    expect(row("a.png").getByText("Uploading… 0%")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel the upload: a.png" }));
  });

  it("that is kept says so, and can be removed", async () => {
    show({ style: "file" });
    choose(photo("a.png"));
    await respond(0, { status: 500 });
    const kept = "Saved on this device. It will be sent with your answers.";
    expect(row("a.png").getByText(kept)).toBeTruthy();
    expect(status()).toBe(`a.png: ${kept}`);
    fireEvent.click(screen.getByRole("button", { name: "Remove: a.png" }));
    expect(screen.queryByText("a.png")).toBeNull();
    expect(answered).toEqual([]);
  });

  it("that the server refuses cannot be tried again", async () => {
    show({ style: "file" });
    choose(photo("a.png"));
    await respond(0, { status: 422, body: { code: "invalid_file" } });
    expect(row("a.png").getByText("The file is damaged or incomplete.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Try again/ })).toBeNull();
  });

  it("that is too large is refused at once, and leaves the picker", () => {
    show({ style: "file" });
    choose(photo("a.png", 11 * 1024 * 1024));
    expect(row("a.png").getByText(/^The file is larger than 10.MB\.$/)).toBeTruthy();
    expect(picker()).toBeTruthy();
    expect(responses).toEqual([]);
  });

  it("is shown in the visitor's language", () => {
    show({ style: "file", language: "tr" });
    expect(screen.getByText("Bir görsel veya PDF dosyası seçin")).toBeTruthy();
    choose(photo("a.png", 1536));
    expect(row("a.png").getByText(/^1,5.KB$/)).toBeTruthy();
    expect(row("a.png").getByText("Yükleniyor… %0")).toBeTruthy();
  });
});

describe("files that are dropped", () => {
  it("on the question are added", () => {
    show({ style: "file" });
    const area = document.querySelector(".uploads") as Element;
    const over = fireDrag(area, "dragover");
    expect(over.defaultPrevented).toBe(true);
    expect(area.classList.contains("uploads--over")).toBe(true);
    fireDrag(area, "drop", photo("a.png"));
    expect(area.classList.contains("uploads--over")).toBe(false);
    expect(row("a.png")).toBeTruthy();
  });

  it("beside it do not lead the browser away", () => {
    show({ style: "file" });
    expect(fireDrag(document.body, "drop", photo("a.png")).defaultPrevented).toBe(true);
    expect(screen.queryByText("a.png")).toBeNull();
    cleanup();
    expect(fireDrag(document.body, "drop", photo("a.png")).defaultPrevented).toBe(false);
  });
});

describe("files that are pasted", () => {
  it("anywhere on the page are added to the first question with room", () => {
    show({ style: "screenshot" });
    expect(firePaste(document.body, ["Files"], photo("a.png")).defaultPrevented).toBe(true);
    expect(row("a.png")).toBeTruthy();
  });

  it("with a text into a text field are the field's", () => {
    show({ style: "screenshot" });
    const field = document.createElement("textarea");
    document.body.append(field);
    expect(firePaste(field, ["text/plain", "Files"], photo("a.png")).defaultPrevented).toBe(false);
    expect(firePaste(field, ["Files"], photo("b.png")).defaultPrevented).toBe(true);
    field.remove();
    expect(screen.queryByText("a.png")).toBeNull();
    expect(row("b.png")).toBeTruthy();
  });
});

interface Shown extends Partial<QuestionElement> {
  style: "file" | "screenshot";
  language?: string;
}

function show({ language = "en", ...fields }: Shown) {
  const Kind = questionKind(fields.style);
  const question: QuestionElement = {
    id: "e",
    type: "question",
    text: "Photos?",
    questionId: "q",
    required: false,
    multiSelect: false,
    options: [],
    ...fields,
  };
  render(
    <LanguageContext value={language}>
      <UploadsContext value={uploads}>
        <div data-question="q">
          <Kind
            question={question}
            error={undefined}
            onAnswer={vi.fn()}
            onSendCode={vi.fn()}
            onVerifyCode={vi.fn()}
          />
        </div>
      </UploadsContext>
    </LanguageContext>,
  );
}

function picker(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>(".picker__area input");
  if (!input) throw new Error("There is no picker.");
  return input;
}

function choose(...files: File[]) {
  fireEvent.change(picker(), { target: { files } });
}

async function respond(at: number, outcome: SendOutcome) {
  await act(async () => responses[at]?.(outcome));
}

function row(name: string) {
  const item = screen.getByText(name).closest("li");
  if (!item) throw new Error(`${name} is not listed.`);
  return within(item);
}

function status(): string | null {
  return screen.getByRole("status").textContent;
}

function photo(name: string, size = 1): File {
  return new File([new Uint8Array(size)], name, { type: "image/png" });
}

function stored(id: string, name: string): SendOutcome {
  return { status: 200, body: { data: { id, name, size: 1, type: "image/png" } } };
}

function fireDrag(target: Element, type: "dragover" | "drop", ...files: File[]): Event {
  return fire(target, type, "dataTransfer", { types: ["Files"], files, dropEffect: "none" });
}

function firePaste(target: Element, types: string[], ...files: File[]): Event {
  return fire(target, "paste", "clipboardData", { types, files });
}

function fire(target: Element, type: string, property: string, data: object): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, property, { value: data });
  act(() => {
    target.dispatchEvent(event);
  });
  return event;
}
