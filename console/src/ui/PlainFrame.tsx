import type { ReactNode } from "react";
import { Brand } from "./Brand";
import { LanguageSelect } from "./LanguageSelect";

/** The frame of pages without a session: one narrow column. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className="plain">
      <header className="plain__header">
        <Brand />
      </header>
      <main className="plain__main">{children}</main>
      <footer className="plain__footer">
        <LanguageSelect />
      </footer>
    </div>
  );
}
