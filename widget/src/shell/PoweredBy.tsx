import { useText } from "../texts/useText";

interface Props {
  /** The provider's site; without it the page's own origin, whose server leads on to it. */
  siteUrl: string | undefined;
  language: string;
  /** On the thank-you page the logo may be seen. */
  large: boolean;
}

/** The provider's logo with a link to its site, in Turkish for Turkish readers (specification, section 1). */
export function PoweredBy({ siteUrl = "", language, large }: Props) {
  const text = useText();
  const isTurkish = language.toLowerCase() === "tr";
  return (
    <a
      className={`powered-by ${large ? "powered-by--large" : ""}`}
      href={siteUrl.replace(/\/$/, "") + (isTurkish ? "/tr" : "/")}
      target="_blank"
      rel="noopener"
    >
      {text("powered_by")}
      <svg className="powered-by__logo" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M1 11h4l2.5-7 4 13L14 9.5l1 1.5h4" />
      </svg>
      <b translate="no">Pulsen</b>
      <span className="visually-hidden"> ({text("opens_in_new_tab")})</span>
    </a>
  );
}
