import type { Locator } from "@playwright/test";
import { type ChatAccess, png, StaffSocket, type TestFile } from "pulsen-loader/e2e";
import { askForHelp, HELP_FLOW, HELP_FLOW_WITH_LINKS, helpNode } from "../../support/helpDesk";
import { expect } from "../../support/test";
import { type Text, text } from "../sample";
import { inLanguage, type Scene, type Stage } from "./scene";

const POSTS = "**/chat_messages?*";

/** Anyone who types says so again and again: pages believe it for some seconds only (docs/chat.md#typing-and-seen). */
const TYPES_AGAIN_AFTER_MS = 2_000;

/** The nodes of the chats. The last one's staff are never there. */
const NODE = { primary_color: "#1f6f5c", theme: "auto", chat: { rating_enabled: true } };
const CHAT = helpNode({ ...NODE, id: "chat" });
const QUEUE = helpNode({ ...NODE, id: "chat-queue", chat: { queue_capacity: 0 } });
const NIGHT = helpNode({
  ...NODE,
  id: "chat-night",
  operating_hours: ["weekdays", "saturday", "sunday"].map((period) => ({
    period,
    start_hour: 0,
    end_hour: 0,
  })),
});

const GREETING = {
  en: "Hello! Tell us what you have lost, and where you were sitting.",
  de: "Guten Tag! Was haben Sie verloren, und an welchem Tisch haben Sie gesessen?",
  ar: "مرحبا! أخبرنا بما فقدته وأين كنت تجلس.",
};
const GREETED = helpNode({ ...NODE, id: "chat-greeted", chat: { greeting: GREETING, reply_time: 30 } });
const LINKS = helpNode({ ...NODE, id: "chat-links", flow_id: HELP_FLOW_WITH_LINKS.id });

export const CHAT_RECORDS = {
  flows: [HELP_FLOW, HELP_FLOW_WITH_LINKS],
  nodes: [CHAT, QUEUE, NIGHT, GREETED, LINKS],
};

const LOST = text("My umbrella is gone", "Mein Regenschirm ist weg", "لقد فقدت مظلتي");
const RED = text(
  "It is a red one with a wooden handle, and I think that I left it at the table by the window.",
  "Ein roter mit Holzgriff. Ich glaube, er steht noch am Fensterplatz neben der Garderobe.",
  "إنها حمراء بمقبض خشبي، وأظن أنني تركتها عند الطاولة قرب النافذة.",
);
const HELLO = text("Good morning!", "Guten Morgen!", "صباح الخير!");
const FOUND = text(
  "We have found it. You can fetch it until six: https://example.com/way-to-us",
  "Wir haben ihn gefunden. Er liegt bis 18 Uhr bereit: https://example.com/way-to-us",
  "لقد وجدناها. يمكنك استلامها حتى السادسة: https://example.com/way-to-us",
);
const THANKS = text("Thank you, I am on my way", "Danke, ich bin schon unterwegs", "شكرا، أنا في الطريق");
const THIS_ONE = text("Is it this one?", "Ist es dieser?", "هل هي هذه؟");
const YES = text("Yes, that is mine", "Ja, das ist meiner", "نعم، هذه لي");

/** A chat in each of its states. */
export const CHAT_SCENES: Scene[] = [
  {
    id: "chat-empty",
    play: async (stage) => void (await openChat(stage)),
  },
  {
    id: "chat-greeted",
    async play(stage) {
      await openChat(stage, GREETED.id);
      await expect(stage.page.getByText(GREETING[stage.language])).toBeVisible();
    },
  },
  {
    id: "chat-links",
    async play(stage) {
      const { pulsen, language } = stage;
      const flowId = HELP_FLOW_WITH_LINKS.id;
      const what = inLanguage(stage, LOST);
      await goToChat(stage, await askForHelp(pulsen, { nodeId: LINKS.id, flowId, language, what }));
      await expect(stage.page.getByRole("definition").getByRole("link")).toHaveCount(2);
      await expect(stage.page.getByRole("definition").last()).toHaveText(what);
    },
  },
  {
    id: "chat-conversation",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.say(RED);
      await chat.reply(HELLO);
      await chat.reply(FOUND);
      await chat.say(text("👍", "👍", "👍"));
      await chat.say(THANKS);
    },
  },
  {
    id: "chat-images",
    async play(stage) {
      const chat = await openChat(stage);
      await stage.staff.sendImage(
        chat.feedbackId,
        png("umbrella.png", [900, 600], "b4534a"),
        inLanguage(stage, THIS_ONE),
      );
      await chat.attach(png("handle.png", [240, 320], "8a5a2b"));
      await chat.say(YES);
      await chat.attach(
        png("a-picture-with-a-long-name-of-the-table-by-the-window.png", [400, 300], "5b7a99"),
      );
      await expect(chat.log.locator(".picture img")).toHaveCount(2);
    },
  },
  {
    id: "chat-typing",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.reply(HELLO);
      await chat.say(RED);
      await keepTyping(stage, chat);
    },
  },
  {
    id: "chat-email-asked",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.say(RED);
      await chat.leaveAddress("ada");
      await expect(chat.email.locator("[aria-invalid=true]")).toBeFocused();
    },
  },
  {
    id: "chat-email-kept",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.leaveAddress("a-customer-with-a-long-name@mail.example.org");
      await expect(chat.email.getByRole("status")).toBeFocused();
    },
  },
  {
    id: "chat-queue",
    async play(stage) {
      await openChat(stage, QUEUE.id);
    },
  },
  {
    id: "chat-joined",
    async play(stage) {
      const chat = await openChat(stage, QUEUE.id);
      await stage.staff.accept(chat.feedbackId);
      await expect(chat.box).toBeEnabled();
    },
  },
  {
    id: "chat-unsent",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.reply(HELLO);
      await stage.page.route(POSTS, (route) => route.abort("connectionrefused"));
      await chat.write(RED);
      await expect(chat.note(RED)).toBeVisible();
      await chat.write(THANKS);
    },
  },
  {
    id: "chat-failed",
    async play(stage) {
      const chat = await openChat(stage);
      const refusal = { status: 422, json: { code: "too_many_pixels" } };
      await stage.page.route(POSTS, (route) => route.fulfill(refusal));
      await chat.attach(png("umbrella.png", [640, 480], "b4534a"));
      await chat.write(RED);
      await expect(chat.note(RED)).toBeVisible();
      await chat.write(THANKS);
      await expect(chat.note(THANKS)).toBeVisible();
    },
  },
  {
    id: "chat-offline",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.reply(HELLO);
      await stage.page.evaluate(() => window.dispatchEvent(new Event("offline")));
      await chat.box.fill(inLanguage(stage, THANKS).repeat(3));
      await expect(stage.page.locator(".connection-note:not(:empty)")).toBeVisible();
    },
  },
  {
    id: "chat-too-long",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.box.fill(inLanguage(stage, RED).repeat(200).slice(0, 10_050));
      await expect(stage.page.locator(".composer__limit--over")).toBeVisible();
    },
  },
  {
    id: "chat-out-of-hours",
    play: async (stage) => void (await openChat(stage, NIGHT.id)),
  },
  {
    id: "chat-ending",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.say(THANKS);
      await stage.page.locator(".top__actions button").first().click();
      await expect(stage.page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    id: "chat-closed",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.reply(FOUND);
      await stage.staff.close(chat.feedbackId);
      await expect(stage.page.locator(".rating")).toBeVisible();
    },
  },
  {
    id: "chat-rated",
    async play(stage) {
      const chat = await openChat(stage);
      await chat.reply(FOUND);
      await stage.staff.close(chat.feedbackId);
      await stage.page.locator(".rating button").last().click();
      await expect(stage.page.locator('.rating [aria-pressed="true"]')).toBeVisible();
    },
  },
  {
    id: "chat-failed-to-load",
    async play(stage) {
      await stage.page.route("**/v1/feedbacks/*/chat?*", (route) => route.abort("connectionrefused"));
      const access = await askForHelp(stage.pulsen, { nodeId: CHAT.id });
      await goToChat(stage, access);
      await expect(stage.page.getByRole("alert")).toBeVisible();
    },
  },
];

async function goToChat({ page, pulsen, language }: Stage, { feedbackId, token }: ChatAccess) {
  await page.goto(`${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}&lang=${language}`);
}

/** A member of staff types as long as the page is open. */
async function keepTyping({ page, pulsen }: Stage, { feedbackId, log }: ChatStage) {
  // Names of tokens are taken only once, and this one is wider than a telephone.
  const zeynep = await StaffSocket.connect(pulsen, pulsen.staffToken(`Zeynep ${feedbackId}`));
  await zeynep.types(feedbackId);
  // The last one may be without an answer when the page is closed.
  const again = setInterval(() => zeynep.types(feedbackId).catch(() => {}), TYPES_AGAIN_AFTER_MS);
  page.once("close", () => {
    clearInterval(again);
    zeynep.disconnect();
  });
  await expect(log.locator(".typing")).toBeVisible();
}

async function openChat(stage: Stage, nodeId = CHAT.id): Promise<ChatStage> {
  const { pulsen, language } = stage;
  const access = await askForHelp(pulsen, { nodeId, language, what: inLanguage(stage, LOST) });
  await goToChat(stage, access);
  const chat = new ChatStage(stage, access.feedbackId);
  await expect(chat.log.getByRole("definition")).toHaveText(inLanguage(stage, LOST));
  await expect(stage.page.locator("html")).toHaveAttribute("lang", language);
  return chat;
}

/** A chat in whichever language it is played. */
class ChatStage {
  readonly log: Locator;
  readonly box: Locator;
  /** Where the visitor leaves an address. */
  readonly email: Locator;
  readonly feedbackId: string;
  private readonly stage: Stage;

  constructor(stage: Stage, feedbackId: string) {
    this.stage = stage;
    this.feedbackId = feedbackId;
    this.log = stage.page.getByRole("log");
    this.box = stage.page.locator(".composer__input");
    this.email = stage.page.locator(".email-notice");
  }

  /** Staff write. */
  async reply(body: Text) {
    await this.stage.staff.sendMessage(this.feedbackId, inLanguage(this.stage, body));
    await expect(this.bubble(body)).toBeVisible();
  }

  /** The visitor writes. */
  async write(body: Text) {
    await this.box.fill(inLanguage(this.stage, body));
    await this.stage.page.locator(".composer__send").click();
    await expect(this.bubble(body)).toBeVisible();
  }

  /** The visitor writes, and the server has it. */
  async say(body: Text) {
    await this.write(body);
    await expect(this.bubble(body).locator(".delivery--sent")).toBeVisible();
  }

  async attach(file: TestFile) {
    const input = this.stage.page.locator(".composer__file");
    await expect(input).toBeEnabled();
    await input.setInputFiles(file);
    await expect(this.stage.page.locator(".attachment")).toBeVisible();
  }

  async leaveAddress(address: string) {
    await this.email.getByRole("button").click();
    await this.email.getByRole("textbox").fill(address);
    await this.email.getByRole("textbox").press("Enter");
  }

  /** What is said below a message that was not sent. */
  note(body: Text): Locator {
    return this.bubble(body).locator("xpath=following-sibling::*[1]");
  }

  private bubble(body: Text): Locator {
    // Of an address only its beginning is shown.
    const [shown = ""] = inLanguage(this.stage, body).split(": https");
    return this.log.locator(".bubble").filter({ hasText: shown });
  }
}
