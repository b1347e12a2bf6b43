import { createLink, type LinkProps } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useRef } from "react";
import { useNumberFormat } from "../texts/TextsProvider";

/** A link to one view of a page. */
export interface TabLink {
  to: NonNullable<LinkProps["to"]>;
  params?: Record<string, string>;
  search?: Record<string, unknown>;
  label: string;
  count?: number | undefined;
  /** Whether it is the view that is shown. By default the router compares the addresses. */
  isCurrent?: boolean;
}

/** Links to the views of a page, of which one is shown. */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  const formatNumber = useNumberFormat();
  return (
    <nav className="tabs" aria-label={label}>
      <ul className="tabs__list">
        {links.map(({ label, count, isCurrent, ...link }) => (
          <li key={label}>
            {/* The router cannot know here which route the parameters belong to. */}
            <TabAnchor {...(link as LinkProps)} {...(isCurrent !== undefined && { isCurrent })}>
              {label}
              {count !== undefined && <span className="tabs__count">{formatNumber(count)}</span>}
            </TabAnchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const TabAnchor = createLink(function Anchor({
  isCurrent,
  ...link
}: ComponentProps<"a"> & { isCurrent?: boolean }) {
  const current = isCurrent ?? link["aria-current"] === "page";
  const anchor = useRef<HTMLAnchorElement>(null);
  // Where there is little room, it may be beyond the edge.
  useEffect(() => {
    if (current) anchor.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return <a {...link} ref={anchor} className="tabs__link" aria-current={current ? "page" : undefined} />;
});
