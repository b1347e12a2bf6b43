import { useState } from "react";

/** The picture of an option, which its label describes. One that cannot be loaded leaves no gap. */
export function OptionImage({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return <img className="option__image" src={url} alt="" onError={() => setIsBroken(true)} />;
}
