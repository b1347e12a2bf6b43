import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { useLanguage } from "../texts/TextsProvider";

/** Tells what React Aria draws above the page which language the console has. */
export function AriaLanguage({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  return <I18nProvider locale={language}>{children}</I18nProvider>;
}
