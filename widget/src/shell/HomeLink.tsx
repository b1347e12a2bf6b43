import type { Boot } from "../boot/boot";

/** Leads on to the provider's site, where the page names one. */
export function HomeLink({ boot: { site_url: siteUrl, home } }: { boot: Pick<Boot, "site_url" | "home"> }) {
  if (!siteUrl || !home) return null;
  return (
    <a className="button button--secondary" href={siteUrl} target="_top">
      {home}
    </a>
  );
}
