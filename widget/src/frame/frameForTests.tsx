import { render } from "@testing-library/react";
import { FRAME_FEATURES, type FrameMessage } from "pulsen-loader/protocol";
import type { Boot } from "../boot/boot";
import { bootForTests, embedFlow } from "../boot/bootForTests";
import type { Identity } from "../customer/identity";
import { repositoryFile } from "../engine/loadForTests";
import { Frame } from "./Frame";
import { startContent } from "./frameContent";
import type { LoaderConnection, LoaderMessage } from "./loaderConnection";

/** Shows the frame of the demo's widget, with a loader that records what it is sent. */
export function showFrame(
  hello: Partial<LoaderConnection["hello"]> = {},
  change: Partial<Boot> = {},
  identity?: Identity,
) {
  const sent: FrameMessage[] = [];
  let wantedLanguage: string | undefined;
  let address = { originUrl: "https://host.example/", query: hello.query ?? "" };
  let givenAt = hello.lastFeedbackDate;
  const listeners = new Set<(message: LoaderMessage) => void>();
  const loader: LoaderConnection = {
    hello: {
      ...address,
      language: null,
      open: true,
      ...hello,
    } as LoaderConnection["hello"],
    send: (message) => sent.push(message),
    ready: () => sent.push({ type: "ready", features: FRAME_FEATURES }),
    originUrl: () => address.originUrl,
    query: () => address.query,
    language: () => wantedLanguage ?? hello.language ?? null,
    wantedLanguage: () => wantedLanguage,
    prefilled: () => undefined,
    takeAnswer: () => undefined,
    isOpen: () => true,
    wasOpened: () => false,
    feedbackGivenAt: () => givenAt,
    noteFeedback(at) {
      givenAt = at;
      sent.push({ type: "feedback_given", at, deviceId: "d" });
    },
    identity: () => identity,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const boot = bootForTests({
    route: "widget",
    widget: demoWidget(),
    node: demoNode(),
    flow: change.flow === undefined ? embedFlow("examples/flows/demo-flow.json") : null,
    api_base: "https://pulsen.example",
    ...change,
  });
  render(<Frame boot={boot} loader={loader} content={startContent(boot, loader)} language="en" />);
  const tell = (message: LoaderMessage) => {
    if (message.type === "language") wantedLanguage = message.language;
    if (message.type === "identify") identity = message;
    if (message.type === "address") address = { query: "", ...message };
    for (const listener of listeners) listener(message);
  };
  return { sent, tell };
}

export function demoWidget() {
  return JSON.parse(repositoryFile("examples/widgets/PSN-DEMO123.json"));
}

export function demoNode() {
  return JSON.parse(repositoryFile("examples/nodes/demo-node.json"));
}

export function chatResponse(status: string) {
  const detail = { node: { name: "Fener Coffee" }, responses: [], status, timeline_items: [], cursor: "1" };
  return new Response(JSON.stringify({ ...detail, created_at: "2026-11-21T10:00:00Z" }));
}
