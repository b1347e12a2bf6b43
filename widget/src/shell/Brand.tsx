interface Props {
  name: string | undefined;
  logoUrl: string | null | undefined;
}

/** Whose page this is: the node's logo, or else its initial, and its name. */
export function Brand({ name, logoUrl }: Props) {
  if (!name && !logoUrl) return <span />;
  return (
    <h1 className="brand">
      {logoUrl ? (
        <img className="brand__logo" src={logoUrl} alt={name ?? ""} />
      ) : (
        <>
          <span className="brand__initial" aria-hidden="true">
            {[...(name ?? "")][0]}
          </span>
          {name}
        </>
      )}
    </h1>
  );
}
