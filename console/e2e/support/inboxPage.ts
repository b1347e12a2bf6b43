import type { Page } from "@playwright/test";

/** A chat's row in the list of the inbox, by the beginning of its customer's name. */
export const row = (page: Page, name: string) => page.getByRole("listitem").filter({ has: link(page, name) });

export const link = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });

/** The conversation of the open chat. */
export const talk = (page: Page) => page.getByRole("log", { name: "Conversation" });

export const reply = (page: Page) => page.getByRole("textbox", { name: "Reply to the customer" });
