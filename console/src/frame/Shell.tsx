import { Link, useMatches } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useText } from "../texts/TextsProvider";
import { Brand } from "../ui/Brand";
import { useMedia } from "../ui/useMedia";
import type { Session } from "../wire";
import { Account, AccountButton } from "./Account";
import { areasOf } from "./areas";
import { Navigation } from "./Navigation";
import { Palette } from "./Palette";
import "../styles/shell.css";

/** From this width on the navigation is beside the page. */
const WIDE = "(min-width: 900px)";

interface Props {
  /** `null` while it is not known. */
  session: Session | null;
  children: ReactNode;
}

/** What is around the pages of somebody who is signed in: navigation, palette, account. */
export function Shell({ session, children }: Props) {
  const isWide = useMedia(WIDE);
  const isFull = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.layout === "full"),
  });
  const main = useRef<HTMLElement>(null);
  const areas = session ? areasOf(session) : [];
  const page = (
    <main ref={main} className={`shell__main${isFull ? " shell__main--full" : ""}`} tabIndex={-1}>
      {isFull ? children : <div className="content">{children}</div>}
    </main>
  );
  return (
    <div className={`shell${isWide ? " shell--wide" : ""}${isFull ? " shell--full" : ""}`}>
      <SkipLink onSkip={() => main.current?.focus()} />
      <header className={isWide ? "rail" : "bar"}>
        <BrandLink />
        {session && <Palette session={session} isSmall={!isWide} />}
        {isWide && areas.length > 0 && <Navigation areas={areas} />}
        {session && (isWide ? <Account user={session.user} /> : <AccountButton user={session.user} />)}
      </header>
      {page}
      {!isWide && areas.length > 0 && (
        <div className="tab-bar">
          <Navigation areas={areas} />
        </div>
      )}
    </div>
  );
}

function BrandLink() {
  const text = useText();
  return (
    <Link to="/" className="shell__brand" aria-label={text("product")}>
      <Brand />
    </Link>
  );
}

/** Leads past the navigation by the first press of Tab. */
function SkipLink({ onSkip }: { onSkip: () => void }) {
  const text = useText();
  const skip = (event: MouseEvent) => {
    // The address stays as it is.
    event.preventDefault();
    onSkip();
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: It leads to a place of this page, as links do.
    <a className="skip-link" href="#content" onClick={skip}>
      {text("frame_skip")}
    </a>
  );
}
