import type { ReactNode } from "react";
import type { Boot } from "../boot/boot";
import { Brand } from "../shell/Brand";
import { PoweredBy } from "../shell/PoweredBy";
import { LanguageContext } from "../texts/useText";

interface Props {
  boot: Pick<Boot, "node" | "site_url">;
  language: string;
  /** At the end of the header. */
  actions?: ReactNode;
  /** The chat, or its skeleton. */
  children: ReactNode;
}

/** What stands around a chat on a page of its own. The server renders it, too (docs/api.md#first-paint). */
export function ChatShell({ boot: { node, site_url: siteUrl }, language, actions, children }: Props) {
  return (
    <LanguageContext value={language}>
      {node?.css_url_react && <link rel="stylesheet" href={node.css_url_react} />}
      <header className="top">
        <Brand name={node?.name ?? undefined} logoUrl={node?.logo_url} />
        <span className="top__actions">{actions}</span>
      </header>
      <main className="card">{children}</main>
      {node && node.branding !== false && (
        <footer className="bottom">
          <PoweredBy siteUrl={siteUrl} language={language} isLarge={false} />
        </footer>
      )}
    </LanguageContext>
  );
}
