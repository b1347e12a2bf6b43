import { useState } from "react";
import { useLanguage } from "../texts/TextsProvider";

interface Props {
  name: string;
  /** In px. */
  size?: number;
  /** The address of a picture. */
  src?: string | null | undefined;
}

/** How many colors there are for people. */
const HUES = 6;

/** A picture of somebody, or the first letters of their name. The name itself stands beside it. */
export function Avatar({ name, size = 36, src }: Props) {
  const { language } = useLanguage();
  const [failed, setFailed] = useState<string | null>(null);
  const style = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.4) };
  if (src && src !== failed)
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Nobody does anything with it; it says that it cannot be loaded.
    return <img className="avatar" style={style} src={src} alt="" onError={() => setFailed(src)} />;
  return (
    <span className={`avatar avatar--${hueOf(name)}`} style={style} aria-hidden="true">
      {initialsOf(name, language)}
    </span>
  );
}

/** Returns the first letters of the first and the last word; of a script without capitals, whose letters join, one. */
export function initialsOf(name: string, language: string): string {
  const letters = name.split(/\s+/).map(firstLetter).filter(Boolean);
  const [first = "", last = ""] = [letters[0], letters.length > 1 ? letters.at(-1) : ""];
  const hasCapitals = first.toLowerCase() !== first.toUpperCase();
  return hasCapitals ? (first + last).toLocaleUpperCase(language) : first;
}

function firstLetter(word: string): string {
  return word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? "";
}

/** Returns a number that is always the same for a name. */
function hueOf(name: string): number {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}
