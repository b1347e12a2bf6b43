import { callAddress, signInWays } from "../basics/page";
import { useText } from "../texts/TextsProvider";

interface Props {
  kind: "primary" | "secondary";
  /** The page of the console to which it leads back, without `/staff`. */
  back: string;
  /** Whether the provider asks who it is, even if it knows. */
  again?: boolean;
}

/** Leads to the provider of single sign-on, where there is one: out of the console, and back into it. */
export function SingleSignOnLink({ kind, back, again = false }: Props) {
  const text = useText();
  const provider = signInWays().singleSignOn;
  if (!provider) return null;
  const query = new URLSearchParams({ return: back, ...(again && { again: "true" }) });
  const { name } = provider;
  const label = again
    ? text(name ? "confirm_with" : "confirm_sso", { name })
    : text(name ? "sign_in_with" : "sign_in_sso", { name });
  return (
    <a className={`button button--${kind}`} href={callAddress(`/v1/staff/oidc/start?${query}`)}>
      {label}
    </a>
  );
}
