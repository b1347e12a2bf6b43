import { useEffect } from "react";
import type { StateStyle, View } from "../engine/types";
import { setDocumentLanguage } from "./documentLanguage";

/** Keeps what lies outside the application's root in step with the page: language, title, state class. */
export function useDocument({ language, title, style }: View, nodeName: string | undefined): void {
  useEffect(() => setDocumentLanguage(language), [language]);

  useEffect(() => {
    const pageTitle = title ?? nodeName;
    if (pageTitle) document.title = pageTitle;
  }, [title, nodeName]);

  usePageState(style);
}

/** Marks the root with the state of its page (specification, section 2.2). */
export function usePageState(style: StateStyle): void {
  useEffect(() => {
    const root = document.getElementById("app");
    root?.classList.toggle("app-chat-page", style === "chat");
    root?.classList.toggle("app-thank-you-page", style === "thank_you");
  }, [style]);
}
