import { useText } from "../texts/useText";

interface Props {
  /** The provider's site. Without it the logo is no link. */
  siteUrl: string | undefined;
  language: string;
  /** The larger form, for the thank-you page. */
  isLarge: boolean;
}

/** The provider's logo, with a link to its Turkish site for Turkish pages and to its English site otherwise. */
export function PoweredBy({ siteUrl, language, isLarge }: Props) {
  const text = useText();
  const className = `powered-by ${isLarge ? "powered-by--large" : ""}`;
  const logo = (
    <>
      <span>{text("powered_by")}</span>
      <svg className="powered-by__logo" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M1 11h4l2.5-7 4 13L14 9.5l1 1.5h4" />
      </svg>
      <b translate="no">Pulsen</b>
    </>
  );
  if (!siteUrl) return <span className={className}>{logo}</span>;
  const path = language.toLowerCase() === "tr" ? "/tr" : "/";
  return (
    <a className={className} href={siteUrl.replace(/\/$/, "") + path} target="_blank" rel="noopener">
      {logo}
      <span className="visually-hidden">{` (${text("opens_in_new_tab")})`}</span>
    </a>
  );
}
