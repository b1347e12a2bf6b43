import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { LanguageContext } from "../texts/useText";
import { ChatThread } from "./ChatThread";
import { type ChatRun, startChatRun } from "./connection/chatRun";
import type { FetchFile } from "./connection/fetchFile";
import { EndChat } from "./parts/EndChat";
import type { ChatEffect } from "./timeline/chatEvents";
import { chatDetail } from "./timeline/testChat";
import { createChat } from "./timeline/timeline";
import type { ChatDetail } from "./timeline/wire";

/** Gives each test of a file what its imitation of a browser lacks, and an empty page. */
export function provideTestPage() {
  beforeEach(() => {
    class Observer {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal("CSS", { supports: () => true });
    vi.stubGlobal("ResizeObserver", Observer);
    vi.stubGlobal("IntersectionObserver", VisibleAtOnce);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}

/** Finds that what it observes is visible. */
class VisibleAtOnce {
  private readonly report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.report = report;
  }

  observe() {
    const entries = [{ isIntersecting: true }] as IntersectionObserverEntry[];
    queueMicrotask(() => act(() => this.report(entries, this as never)));
  }

  disconnect() {}
}

interface Options {
  language?: string | undefined;
  fetchFile?: FetchFile;
  onNew?: () => void;
}

/** Mounts a chat before it is loaded; its effects are recorded and not performed. */
export function mount({ language = "en", onNew, ...files }: Options = {}) {
  const effects: ChatEffect[] = [];
  const run: ChatRun = startChatRun(createChat(true), (effect) => effects.push(effect), files);
  run.send({ type: "start" });
  render(
    <LanguageContext value={language}>
      <EndChat run={run} />
      <ChatThread run={run} isWaiting={false} onNew={onNew} />
    </LanguageContext>,
  );
  return { run, effects };
}

/** Mounts a chat that is loaded. */
export function show(detail: Partial<ChatDetail> = {}, options?: Options) {
  const mounted = mount(options);
  act(() => mounted.run.send({ type: "fetched", detail: chatDetail(detail) }));
  return mounted;
}

/** Writes a text into the composer. */
export function type(text: string): HTMLTextAreaElement {
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  fireEvent.change(box, { target: { value: text } });
  return box;
}

/** Returns the texts of the messages that were sent. */
export function posts(effects: ChatEffect[]): string[] {
  return effects.flatMap((effect) => (effect.type === "keep_message" ? [effect.body] : []));
}
