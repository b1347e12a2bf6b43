import type { Boot } from "../boot/boot";
import type { Identity } from "../customer/identity";
import { personOf } from "../customer/person";
import { changeOwner, presentOwner } from "../storage/owner";
import { claim, hasOwn } from "./claim";
import { type LoaderConnection, readHostMessage } from "./loaderConnection";

/** What is to become of the content when the host page says who the visitor is. */
export interface PersonChanges {
  /** What is shown belongs to somebody else. */
  onAnother(): void;
  /** Nobody was known before. What was begun continues; what was not may give way to what this person has. */
  onOwn(): void;
}

/** Who the visitor is, as this page has noted it. */
export interface PersonNotes {
  /** Notes it again, because it was forgotten. */
  note(): void;
}

/**
 * Keeps apart what belongs to different people (docs/widget.md#what-belongs-to-a-person): notes who the visitor is, and gives them
 * what they have begun while nobody was known.
 */
export function followPerson(
  boot: Boot,
  nodeId: string,
  loader: LoaderConnection,
  changes: PersonChanges,
): PersonNotes {
  const isSignedOnly = boot.widget?.secure_mode === true;
  /** Returns whether what is shown is another person's, or this one has something of their own. */
  function note(said: Identity | undefined): "another" | "own" | undefined {
    const change = changeOwner(said && (said.jws || !isSignedOnly) ? personOf(said) : "");
    if (change === "same") return undefined;
    const owner = presentOwner();
    const isOwn = owner.person !== "" && hasOwn(nodeId, owner);
    if (owner.person) claim(nodeId, owner);
    if (change === "another") return "another";
    return isOwn ? "own" : undefined;
  }

  const first = readHostMessage(loader.hello.identity);
  note(first?.type === "identify" ? first : undefined);
  loader.listen((message) => {
    if (message.type !== "identify") return;
    const change = note(message);
    if (change === "another") changes.onAnother();
    else if (change === "own") changes.onOwn();
  });
  return { note: () => void note(loader.identity()) };
}
