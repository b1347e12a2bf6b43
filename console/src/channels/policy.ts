import { allowsFrame, allowsScript, type Directive, parsePolicy } from "./policySources";

/** What stands in the way of a widget on a page. */
export interface Blocker {
  kind: "script" | "frame" | "sandbox";
  /** The directive that counts, such as `default-src` for scripts where there is no other. */
  directive: string;
  /** What takes its place; `null` where no line of the policy can allow it. */
  line: string | null;
  /** Whether scripts are let in by nonces or hashes only, so that the tag needs a nonce. */
  needsNonce: boolean;
}

/** What a page's policy and its HTML say about a widget. */
export interface PageReport {
  /** How many policies there are that browsers enforce. All of them count. */
  policies: number;
  blockers: Blocker[];
  /** Whether the tag is in the HTML; `null` where the text is no HTML. */
  hasTag: boolean | null;
  /** The code of another widget whose tag is in the HTML. */
  otherWidget: string | null;
}

const HEADER = /^\s*(?:<\s*)?content-security-policy(-report-only)?\s*:\s*(.*)$/i;
// A line of a server's configuration: of nginx, Apache, Caddy or Express, or of a JSON file.
const SETTING = /^.*?content-security-policy(-report-only)?["']?[\s:=,]*"([^"]*)/i;
const META = /<meta\b[^>]*>/gi;
// Of the tag, and of the script that adds it after the page has loaded.
const LOADER = /\bsrc\s*=\s*["']?[^"'\s>]*\/loader\/(PSN-[A-Za-z0-9-]{7})\.js/gi;

/**
 * Tells what of a page keeps the widget from being shown.
 *
 * @param text what somebody has pasted: a Content Security Policy, headers of a response, the HTML of a page, or several of them.
 * @param server the public address of the server, without a slash at its end.
 */
export function checkPage(text: string, server: string, code: string): PageReport {
  const isHtml = /<(?:!doctype|html|head|body|meta|script|link|div)\b/i.test(text);
  const policies = policiesIn(text, isHtml);
  const tags = [...text.matchAll(LOADER)].map(([, found = ""]) => found);
  const nonce = nonceOfTag(text, code);
  return {
    policies: policies.length,
    blockers: policies
      .flatMap((policy) => blockersOf(parsePolicy(policy), server, code, nonce))
      .filter((blocker, at, all) => all.findIndex((other) => isSameBlocker(blocker, other)) === at),
    hasTag: isHtml ? tags.includes(code) : null,
    otherWidget: tags.includes(code) ? null : (tags[0] ?? null),
  };
}

/** Returns the lines that a strict policy needs so that the widget can be shown. */
export function policyLines(server: string): string[] {
  const { origin } = new URL(server);
  return [`script-src ${origin}`, `frame-src ${origin}`];
}

function policiesIn(text: string, isHtml: boolean): string[] {
  const metas = [...text.matchAll(META)].flatMap(([tag]) => {
    const isPolicy = /http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag);
    const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    return isPolicy && content ? [decodeEntities(content[1] ?? content[2] ?? "")] : [];
  });
  const lines = text.split(/\r?\n/).map((line) => HEADER.exec(line) ?? (isHtml ? null : SETTING.exec(line)));
  // Some browsers copy the name of a header into a line of its own.
  const headers = lines.flatMap((found, at) =>
    found && !found[1] ? [found[2]?.trim() || (text.split(/\r?\n/)[at + 1] ?? "")] : [],
  );
  const hasHeaders = lines.some((found) => found);
  const bare = isHtml || hasHeaders || !text.trim() ? [] : [text.replaceAll(/\s+/g, " ")];
  // Of a header a comma ends a policy, and the next one begins.
  return [...metas, ...[...headers, ...bare].flatMap((value) => value.split(","))]
    .map((policy) => policy.trim())
    .filter((policy) => policy !== "");
}

function blockersOf(
  directives: Map<string, Directive>,
  server: string,
  code: string,
  nonce: string | null,
): Blocker[] {
  const blockers: Blocker[] = [];
  const { origin } = new URL(server);
  const script = firstOf(directives, "script-src-elem", "script-src", "default-src");
  // The loader's further parts have names with hashes.
  const scripts = [`${server}/loader/${code}.js`, `${server}/loader/interaction-1-0.js`];
  if (script && !scripts.every((address) => allowsScript(script, address, nonce))) {
    const needsNonce = script.sources.some((source) => /^'strict-dynamic'$/i.test(source));
    blockers.push({
      kind: "script",
      directive: script.name,
      line: needsNonce ? null : lineWith(script, "script-src", origin),
      needsNonce,
    });
  }
  const frame = firstOf(directives, "frame-src", "child-src", "default-src");
  if (frame && !allowsFrame(frame, `${server}/widget`))
    blockers.push({
      kind: "frame",
      directive: frame.name,
      line: lineWith({ ...frame, sources: frame.sources.filter(isOfFrames) }, "frame-src", origin),
      needsNonce: false,
    });
  const sandbox = directives.get("sandbox");
  if (sandbox && !sandbox.sources.includes("allow-scripts"))
    blockers.push({
      kind: "sandbox",
      directive: "sandbox",
      line: ["sandbox", ...sandbox.sources, "allow-scripts"].join(" "),
      needsNonce: false,
    });
  return blockers;
}

function isSameBlocker(one: Blocker, other: Blocker): boolean {
  return one.kind === other.kind && one.directive === other.directive && one.line === other.line;
}

function firstOf(directives: Map<string, Directive>, ...names: string[]): Directive | undefined {
  return names.map((name) => directives.get(name)).find((found) => found);
}

/** Of `default-src`, what is about scripts and styles means nothing where frames are named. */
function isOfFrames(source: string): boolean {
  return !source.startsWith("'") || source.toLowerCase() === "'self'";
}

/** A directive of its own keeps what `default-src` has allowed so far. */
function lineWith({ name, sources }: Directive, own: string, origin: string): string {
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  return [name === "default-src" || name === "child-src" ? own : name, ...kept, origin].join(" ");
}

function nonceOfTag(text: string, code: string): string | null {
  const tag = [...text.matchAll(/<script\b[^>]*>/gi)].find(([found]) => found.includes(`/loader/${code}.js`));
  return /\bnonce\s*=\s*["']?([^"'\s>]+)/i.exec(tag?.[0] ?? "")?.[1] ?? null;
}

function decodeEntities(text: string): string {
  return text
    .replaceAll(/&(?:#39|#x27|apos);/gi, "'")
    .replaceAll(/&quot;/gi, '"')
    .replaceAll(/&amp;/gi, "&");
}
