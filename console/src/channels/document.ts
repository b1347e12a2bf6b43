/** A record's JSON. */
export type Document = { readonly [field: string]: unknown };

/** Where a value is in a document, such as `["chat", "greeting"]`. */
export type Path = readonly string[];

/** A value that two documents do not share; what one of them does not have is `undefined`. */
export interface Change {
  path: Path;
  before: unknown;
  after: unknown;
}

/** Something that two people have changed in different ways. */
export interface Conflict {
  path: Path;
  mine: unknown;
  theirs: unknown;
}

export function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path. A field that is `null` counts as absent, as it does to the server. */
export function valueAt(document: Document, path: Path): unknown {
  return path.reduce<unknown>((at, name) => (isDocument(at) ? at[name] : undefined), document) ?? undefined;
}

/** Returns the document with another value at a path: `undefined` removes it, and an object that has nothing else with it. */
export function withValue(document: Document, path: Path, value: unknown): Document {
  const [name, ...rest] = path;
  if (name === undefined) return document;
  const own = document[name];
  const changed = rest.length === 0 ? value : withValue(isDocument(own) ? own : {}, rest, value);
  const isGone =
    changed === undefined || (rest.length > 0 && isDocument(changed) && Object.keys(changed).length === 0);
  if (!isGone) return { ...document, [name]: changed };
  const { [name]: _, ...others } = document;
  return others;
}

/** Returns whether two JSON values are the same. The order of fields does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isDocument(one) || !isDocument(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** Returns what makes one document of another, value by value; lists are one value. */
export function changesBetween(before: Document, after: Document, within: Path = []): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const path = [...within, name];
    const one = before[name];
    const other = after[name];
    if (isSame(one, other)) return [];
    // An object that one of them does not have is none without fields: others may change other fields of it.
    const [from, to] = [one ?? {}, other ?? {}];
    const inner = isDocument(from) && isDocument(to) ? changesBetween(from, to, path) : [];
    if (inner.length > 0) return inner;
    return [{ path, before: one, after: other }];
  });
}

/**
 * Brings what somebody has changed into what others have made of the same document meanwhile.
 *
 * @returns the document with the changes of both, and what both have changed: there it has `mine`.
 */
export function merge(
  base: Document,
  mine: Document,
  theirs: Document,
): { merged: Document; conflicts: Conflict[] } {
  const changes = changesBetween(base, mine);
  const merged = changes.reduce((document, { path, after }) => withValue(document, path, after), theirs);
  const others = changesBetween(base, theirs);
  const conflicts = new Map<string, Conflict>();
  for (const { path } of changes) {
    // Where they have put something else in place of an object, the whole of it is at stake.
    const outer = others.find(({ path: other }) => isWithin(path, other))?.path;
    if (!outer && !others.some(({ path: other }) => isWithin(other, path))) continue;
    const at = outer ?? path;
    const conflict = { path: at, mine: valueAt(merged, at), theirs: valueAt(theirs, at) };
    if (!isSame(conflict.mine, conflict.theirs)) conflicts.set(pointerOf(at), conflict);
  }
  return { merged, conflicts: [...conflicts.values()] };
}

/** Returns the JSON pointer (RFC 6901) of a path. */
export function pointerOf(path: Path): string {
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns whether a pointer is that of the path, or of something in it. */
export function isAtOrIn(pointer: string, path: Path): boolean {
  const own = pointerOf(path);
  return pointer === own || pointer.startsWith(`${own}/`);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((name, at) => path[at] === name);
}
