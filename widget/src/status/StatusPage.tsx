import type { ReactNode } from "react";
import type { Boot } from "../boot/boot";
import { ErrorPage } from "../errors/ErrorPage";
import { AlreadyGiven } from "../shell/AlreadyGiven";
import { Brand } from "../shell/Brand";
import { HomeLink } from "../shell/HomeLink";
import { PoweredBy } from "../shell/PoweredBy";
import { Unavailable } from "../shell/Unavailable";
import { useFavicon } from "../shell/useFavicon";
import type { Status } from "./status";

interface Props {
  boot: Boot;
  status: Status;
}

/**
 * A link page that has no flow to show: the node's header and footer around what there is to say, and a way on to the
 * provider's site.
 */
export function StatusPage({ boot, status }: Props) {
  const { node, site_url: siteUrl } = boot;
  useFavicon(node?.favicon_url);
  return (
    <>
      {(node?.name || node?.logo_url) && (
        <header className="top">
          <Brand as="p" name={node.name} logoUrl={node.logo_url} />
        </header>
      )}
      <Message status={status} language={boot.language}>
        <HomeLink boot={boot} />
      </Message>
      {node && node.branding !== false && (
        <footer className="bottom">
          <PoweredBy siteUrl={siteUrl} language={boot.language} isLarge={false} />
        </footer>
      )}
    </>
  );
}

function Message({ status, language, children }: { status: Status; language: string; children: ReactNode }) {
  switch (status.kind) {
    case "already_given":
      return <AlreadyGiven>{children}</AlreadyGiven>;
    case "unavailable":
      return (
        <Unavailable unavailable={status.unavailable} language={language}>
          {children}
        </Unavailable>
      );
    case "error":
      return <ErrorPage messageKey={status.messageKey}>{children}</ErrorPage>;
  }
}
