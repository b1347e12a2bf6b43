// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { bootForTests, embedFlow } from "../boot/bootForTests";
import type { Outlets } from "../effects/outlets";
import { activeChat, chatsOf } from "../storage/chatRecords";
import { changeOwner, forgetOwner, presentOwner } from "../storage/owner";
import { demoNode } from "./frameForTests";
import { loadFlow } from "./loadContent";
import type { LoaderConnection } from "./loaderConnection";

let outlets: Outlets;

vi.mock("../flow/startFlow", () => ({
  async startFlow(_boot: unknown, _visit: unknown, _kinds: unknown, given: Outlets) {
    outlets = given;
    const run = { view: () => ({ language: "en" }), send() {} };
    return { run, customer: {}, stop() {} };
  },
}));
vi.mock("../chat", () => ({}));

const NODE = "demo-node";
const CHAT = { feedbackId: "hers", token: "token" };

const loader = {
  hello: { inline: { header: true } },
  originUrl: () => "https://host.example/",
  query: () => "",
  language: () => null,
  wantedLanguage: () => undefined,
  prefilled: () => undefined,
  takeAnswer: () => undefined,
  identity: () => undefined,
  isOpen: () => true,
  wasOpened: () => false,
  listen: () => () => {},
} as unknown as LoaderConnection;

beforeEach(() => {
  localStorage.clear();
  forgetOwner();
});

/** Starts a flow for Alice, who answers it. */
async function startForAlice() {
  changeOwner("alice");
  const onChat = vi.fn();
  const boot = bootForTests({ node: demoNode(), flow: embedFlow("examples/flows/demo-flow.json") });
  const content = await loadFlow(boot, loader, onChat, () => {});
  /** Her feedback has arrived, and leads to a chat. */
  const arrive = () => {
    outlets.expectChat?.(CHAT);
    outlets.openChat(CHAT);
  };
  return { onChat, arrive, stop: () => content.kind === "flow" && content.stop() };
}

it("the chat of a flow opens, and is there again on the next page", async () => {
  const { onChat, arrive } = await startForAlice();
  arrive();
  expect(onChat).toHaveBeenCalledExactlyOnceWith(CHAT, "en");
  expect(activeChat(NODE)).toEqual(CHAT);
});

it("the chat of a feedback that arrives when somebody else is here is for the visitor who gave it", async () => {
  const { onChat, arrive, stop } = await startForAlice();
  const alice = presentOwner();
  changeOwner("bob");
  stop();
  arrive();
  expect(onChat).not.toHaveBeenCalled();
  expect(chatsOf(NODE)).toEqual([]);
  expect(chatsOf(NODE, alice)).toEqual([CHAT]);
});

it("and for nobody once they have logged out", async () => {
  const { onChat, arrive, stop } = await startForAlice();
  forgetOwner();
  stop();
  arrive();
  expect(onChat).not.toHaveBeenCalled();
  expect(localStorage.getItem("FLOW/widget")).toBeNull();
});
