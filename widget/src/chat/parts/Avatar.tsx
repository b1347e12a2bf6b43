import { parseColor, textColorOn, toCss } from "../../theme/color";
import type { Person } from "../timeline/wire";
import { initialsOf } from "./initialsOf";

/** A person's picture, or their initials if there is no picture or it cannot be loaded. */
export function Avatar({ person, name }: { person: Person | undefined; name: string }) {
  const background = parseColor(person?.avatar_color ?? "");
  const style = background && { backgroundColor: toCss(background), color: toCss(textColorOn(background)) };
  return (
    <span className="avatar" style={style} aria-hidden="true">
      <span>{initialsOf(name)}</span>
      {person?.avatar && <img className="avatar__picture" src={person.avatar} alt="" />}
    </span>
  );
}
