import { createLink, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useNumberFormat } from "../texts/TextsProvider";

/** A link to one view of a page. */
export type TabLink = Pick<LinkProps, "to" | "params" | "search"> & {
  label: string;
  count?: number | undefined;
  /** Whether it is the view that is shown. By default the router compares the addresses. */
  isCurrent?: boolean;
};

/** Links to the views of a page, of which one is shown. */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  const formatNumber = useNumberFormat();
  return (
    <nav className="tabs" aria-label={label}>
      <ul className="tabs__list">
        {links.map(({ label, count, ...link }) => (
          <li key={label}>
            <TabAnchor {...link}>
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
  return <a {...link} className="tabs__link" aria-current={current ? "page" : undefined} />;
});
