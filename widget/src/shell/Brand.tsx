interface Props {
  /** `p` on a page whose heading is another one. */
  as?: "h1" | "p";
  name: string | undefined;
  logoUrl: string | null | undefined;
}

/** The name of the node with its logo, or with its initial if there is no logo. */
export function Brand({ as: Part = "h1", name, logoUrl }: Props) {
  if (!name && !logoUrl) return <span />;
  return (
    <Part className="brand">
      {logoUrl ? (
        <img className="brand__logo" src={logoUrl} alt={name ?? ""} />
      ) : (
        <>
          <span className="brand__initial" aria-hidden="true">
            {[...(name ?? "")][0]}
          </span>
          <span>{name}</span>
        </>
      )}
    </Part>
  );
}
