import type { Page } from "@playwright/test";
import type { PulsenServer, StaffApi } from "pulsen-loader/e2e";
import type { Text } from "../sample";

export type Language = keyof Text;

/** Where a scene is played: an empty page of a browser, and the server with the gallery. */
export interface Stage {
  page: Page;
  pulsen: PulsenServer;
  staff: StaffApi;
  language: Language;
}

/**
 * What is looked at beside questions and elements: a chat in one of its states, what a page says of feedback
 * that waits, or a thank-you page.
 */
export interface Scene {
  /** Unique. Begins with what is shown. */
  id: string;
  /** Brings the page into it. */
  play(stage: Stage): Promise<void>;
}

/** Returns a text of a scene in the language in which it is played. */
export function inLanguage(stage: Stage, text: Text): string {
  return text[stage.language];
}
