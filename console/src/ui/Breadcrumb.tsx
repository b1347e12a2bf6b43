import { Fragment, type ReactNode } from "react";
import { useText } from "../texts/TextsProvider";

/** The pages above this one, as links, the uppermost first. */
export function Breadcrumb({ links }: { links: readonly [ReactNode, ...ReactNode[]] }) {
  const text = useText();
  return (
    <nav className="breadcrumb" aria-label={text("breadcrumb")}>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A page stays at its place.
        <Fragment key={at}>
          {at > 0 && <span aria-hidden>/</span>}
          {link}
        </Fragment>
      ))}
    </nav>
  );
}
