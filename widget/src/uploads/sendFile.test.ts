import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendFile } from "./sendFile";

/** A request that the test answers. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: object) => void } = {};
  readonly sentHeaders: Record<string, string> = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = "";
  retryAfter: string | null = null;
  url = "";
  body: FormData | undefined;

  constructor() {
    FakeRequest.last = this;
  }

  open(method: string, url: string) {
    this.url = `${method} ${url}`;
  }

  setRequestHeader(name: string, value: string) {
    this.sentHeaders[name] = value;
  }

  send(body: FormData) {
    this.body = body;
  }

  abort() {
    this.onabort?.();
  }

  getResponseHeader(name: string) {
    return name === "Retry-After" ? this.retryAfter : null;
  }

  respond(status: number, text: string, retryAfter: string | null = null) {
    Object.assign(this, { status, responseText: text, retryAfter });
    this.onload?.();
  }

  progress(loaded: number, total: number, lengthComputable = true) {
    this.upload.onprogress?.({ loaded, total, lengthComputable });
  }
}

const onProgress = vi.fn();
let controller: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  onProgress.mockClear();
  controller = new AbortController();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a file", () => {
  it("is posted as a form with its name and the headers", async () => {
    const outcome = start();
    const { url, sentHeaders, body } = FakeRequest.last;
    const file = body?.get("file");
    expect(url).toBe("POST /uploads?question_id=q");
    expect(sentHeaders).toEqual({ Accept: "application/json", "X-Device-Id": "d" });
    expect(file instanceof File && file.name).toBe("a.png");
    FakeRequest.last.respond(200, '{"data":{"id":"b"}}');
    expect(await outcome).toEqual({ status: 200, body: { data: { id: "b" } } });
  });

  it("reports how much has been sent, where the browser knows", () => {
    start();
    FakeRequest.last.progress(10, 40);
    FakeRequest.last.progress(0, 0);
    FakeRequest.last.progress(30, 40, false);
    FakeRequest.last.progress(40, 40);
    expect(onProgress.mock.calls).toEqual([[0.25], [1]]);
  });
});

describe("the outcome", () => {
  it("has the pause that the server asks for", async () => {
    const outcome = start();
    FakeRequest.last.respond(503, '{"code":"busy"}', "7");
    expect(await outcome).toEqual({ status: 503, retryAfterMs: 7000, body: { code: "busy" } });
  });

  it("of a proxy's page has no body", async () => {
    const outcome = start();
    FakeRequest.last.respond(502, "<h1>Bad Gateway</h1>");
    expect(await outcome).toEqual({ status: 502, body: undefined });
  });

  it("is status 0 when the connection breaks", async () => {
    const outcome = start();
    FakeRequest.last.onerror?.();
    expect(await outcome).toEqual({ status: 0 });
  });

  it("is status 0 when the upload is canceled", async () => {
    const outcome = start();
    controller.abort();
    expect(await outcome).toEqual({ status: 0 });
  });

  it("is status 0 after a minute without progress", async () => {
    const outcome = start();
    vi.advanceTimersByTime(59_999);
    FakeRequest.last.progress(1, 2);
    vi.advanceTimersByTime(59_999);
    expect(onProgress).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1);
    expect(await outcome).toEqual({ status: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

function start() {
  const file = new File(["x"], "a.png", { type: "image/png" });
  return sendFile("/uploads?question_id=q", { "X-Device-Id": "d" }, file, onProgress, controller.signal);
}
