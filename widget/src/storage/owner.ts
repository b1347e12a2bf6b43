/**
 * The person to whom chats, runs and half-given answers belong (docs/widget.md#what-belongs-to-a-person). One object for as long
 * as a page has the same person: who keeps it knows the right one also after the page has got another.
 */
export interface Owner {
  /** The hash of the person's id; empty for a visitor of whom nobody has said who they are. */
  person: string;
}

/** A visitor of whom nobody has said who they are. */
export const NOBODY: Readonly<Owner> = { person: "" };

/** The person of what is stored no more, and shown to nobody: its visitor has logged out. */
export const FORGOTTEN = "-";

let present: Owner = { ...NOBODY };

/** Everybody whom this page has had since it has forgotten them. What was begun for them may end only now. */
let owners = [present];

/** Returns the person whom this page has now. */
export function presentOwner(): Owner {
  return present;
}

/**
 * Notes who the visitor is. `claimed`: what nobody has begun on this page is this person's from now on. `another`: what this page
 * shows belongs to somebody else.
 */
export function changeOwner(person: string): "same" | "claimed" | "another" {
  if (person === present.person) return "same";
  if (present.person === NOBODY.person) {
    present.person = person;
    return "claimed";
  }
  present = { person };
  owners.push(present);
  return "another";
}

/** Nobody is known any more. Nothing that belongs to anybody who was here is stored from now on. */
export function forgetOwner(): void {
  for (const owner of owners) owner.person = FORGOTTEN;
  present = { ...NOBODY };
  owners = [present];
}

/** Returns a function that tells whether the person whom this page has now is still there. */
export function watchOwner(): () => boolean {
  const owner = present;
  return () => owner === present;
}

/** Returns the name of a stored record that belongs to a person. */
export function ownName(name: string, { person }: Readonly<Owner>): string {
  return person ? `${name}@${person}` : name;
}
