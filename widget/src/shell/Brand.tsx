import { useState } from "react";

interface Props {
  /** `p` on a page whose heading is another one. */
  as?: "h1" | "p";
  name: string | undefined;
  logoUrl: string | null | undefined;
}

/** The name of the node with its logo, or with its initial if there is no logo or it does not load. */
export function Brand({ as: Part = "h1", name, logoUrl }: Props) {
  const [broken, setBroken] = useState<string>();
  const logo = logoUrl === broken ? undefined : logoUrl;
  if (!name && !logo) return <span />;
  return (
    <Part className="brand">
      {logo ? (
        <img className="brand__logo" src={logo} alt={name ?? ""} onError={() => setBroken(logo)} />
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
