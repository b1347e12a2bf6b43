import { parseColour, textColourOn, toCss } from "../../theme/colour";
import type { Person } from "../timeline/wire";

/** A person's picture over the initials of their name: without one, or where it does not come, those show. */
export function Avatar({ person, name }: { person: Person | undefined; name: string }) {
  const ground = parseColour(person?.avatar_color ?? "");
  const style = ground && { backgroundColor: toCss(ground), color: toCss(textColourOn(ground)) };
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {initialsOf(name)}
      {person?.avatar && <img className="avatar__picture" src={person.avatar} alt="" />}
    </span>
  );
}

/** The first letters of the first and of the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "").join("");
}
