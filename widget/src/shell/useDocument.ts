import { use, useEffect } from "react";
import type { StateStyle, View } from "../engine/types";
import { textIn } from "../texts/catalog";
import { TextsContext } from "../texts/useText";
import { setDocumentLanguage } from "./documentLanguage";

/**
 * Keeps the document in step with the flow's page: its language, its title and the state class of the root element. The title
 * says first that the page could not be sent, as long as something on it is wrong.
 */
export function useDocument(view: View, nodeName: string | undefined): void {
  const { language, title, style, notice, elements } = view;
  useDocumentLanguage(language);
  const name = title ?? [pageName(view), nodeName].filter(Boolean).join(" – ");
  const isWrong = notice ?? elements.some((element) => "message" in element && element.message);
  const pageTitle = isWrong ? textIn(language, "error_title", { title: name }) : name;
  useEffect(() => {
    if (pageTitle) document.title = pageTitle;
  }, [pageTitle]);

  usePageState(style);
}

/** Returns the page's title, or else its first text: what it asks first. */
export function pageName({ title, elements }: View): string | undefined {
  return title ?? elements.find(({ text }) => text)?.text;
}

/** Keeps the document's language in step with that of the page, and with the texts that are there in it. */
export function useDocumentLanguage(language: string): void {
  const texts = use(TextsContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document is in English until there are texts.
  useEffect(() => setDocumentLanguage(language), [language, texts]);
}

/** Sets the state class of the root element, for custom stylesheets (docs/widget.md#page-state). */
export function usePageState(style: StateStyle): void {
  useEffect(() => {
    const root = document.getElementById("app");
    root?.classList.toggle("app-chat-page", style === "chat");
    root?.classList.toggle("app-thank-you-page", style === "thank_you");
  }, [style]);
}
