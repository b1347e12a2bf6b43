import { expect, it } from "vitest";
import { tagAfterLoad } from "./embedding";
import { checkPage, policyLines } from "./policy";

const SERVER = "https://feedback.example.com";
const CODE = "PSN-MYSHOP1";
const TAG = `<script async src="${SERVER}/loader/${CODE}.js"></script>`;
const blockers = (text: string) =>
  checkPage(text, SERVER, CODE).blockers.map(({ kind, directive, line, needsNonce }) => [
    kind,
    directive,
    needsNonce ? "nonce" : line,
  ]);

it("names the line that lets scripts in; frames are in already", () => {
  expect(blockers("script-src 'self'; default-src *")).toEqual([
    ["script", "script-src", `script-src 'self' ${SERVER}`],
  ]);
});

it.each([
  `script-src ${SERVER}; frame-src ${SERVER}`,
  "script-src https:; frame-src https:",
  "script-src *; frame-src *",
  "default-src *.example.com",
  "default-src http://feedback.example.com",
  `script-src 'self' ${SERVER}/loader/; frame-src ${SERVER}/widget`,
  "SCRIPT-SRC Feedback.Example.com:443; Frame-Src feedback.example.com:*",
  "img-src 'self'",
  "script-src-elem https:; script-src 'none'; child-src https:",
  "frame-ancestors 'none'; upgrade-insecure-requests",
])("allows it: %s", (policy) => {
  expect(blockers(policy)).toEqual([]);
});

it("keeps what default-src allows in the directive that is added", () => {
  expect(blockers("default-src 'self' https://cdn.example")).toEqual([
    ["script", "default-src", `script-src 'self' https://cdn.example ${SERVER}`],
    ["frame", "default-src", `frame-src 'self' https://cdn.example ${SERVER}`],
  ]);
});

it("puts the server in place of 'none'", () => {
  expect(blockers(`script-src ${SERVER}; child-src 'none'`)).toEqual([
    ["frame", "child-src", `frame-src ${SERVER}`],
  ]);
});

it.each([
  `script-src ${SERVER}/loader/${CODE}.js`,
  "script-src https://example.com",
  "script-src https://*.feedback.example.com",
  "script-src https://feedback.example.com:8443",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "script-src 'nonce-abc'",
])("blocks the script: %s", (policy) => {
  expect(blockers(policy).map(([kind]) => kind)).toEqual(["script"]);
});

it("asks for a nonce where hosts do not count", () => {
  const policy = `script-src 'strict-dynamic' 'nonce-abc' ${SERVER}; frame-src ${SERVER}`;
  expect(blockers(policy)).toEqual([["script", "script-src", "nonce"]]);
});

it("takes the nonce of the tag", () => {
  const page = `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'strict-dynamic' 'nonce-abc'">
    <script nonce="abc" async src="${SERVER}/loader/${CODE}.js"></script>`;
  expect(checkPage(page, SERVER, CODE)).toEqual({
    policies: 1,
    blockers: [],
    hasTag: true,
    otherWidget: null,
  });
});

it("names a sandbox without scripts", () => {
  expect(blockers("sandbox allow-forms")).toEqual([
    ["sandbox", "sandbox", "sandbox allow-forms allow-scripts"],
  ]);
});

it("reads headers of a response; what is only reported blocks nothing", () => {
  const headers = `HTTP/2 200\r\ncontent-type: text/html\r\nContent-Security-Policy: frame-src 'self'\r\n
Content-Security-Policy-Report-Only: script-src 'none'`;
  const report = checkPage(headers, SERVER, CODE);
  expect(report.policies).toBe(1);
  expect(report.blockers.map(({ kind }) => kind)).toEqual(["frame"]);
  expect(report.hasTag).toBeNull();
});

it("counts every policy", () => {
  const report = checkPage("Content-Security-Policy: script-src 'self', frame-src 'self'", SERVER, CODE);
  expect(report.policies).toBe(2);
  expect(report.blockers.map(({ kind }) => kind)).toEqual(["script", "frame"]);
});

it("reads the policy of a page with entities, and looks for the tag", () => {
  const page = `<html><head><meta content="script-src &#39;self&#39; ${SERVER}" http-equiv=content-security-policy></head>`;
  expect(checkPage(page, SERVER, CODE)).toMatchObject({ policies: 1, blockers: [], hasTag: false });
  expect(checkPage(`<html>${TAG}`, SERVER, CODE)).toMatchObject({ policies: 0, hasTag: true });
  expect(checkPage(`<html>${TAG.replace(CODE, "PSN-OTHER12")}`, SERVER, CODE)).toMatchObject({
    hasTag: false,
    otherWidget: "PSN-OTHER12",
  });
});

it("has nothing to say about nothing", () => {
  expect(checkPage(" \n", SERVER, CODE)).toEqual({
    policies: 0,
    blockers: [],
    hasTag: null,
    otherWidget: null,
  });
});

it("names the lines of a strict policy, without the path of the server", () => {
  expect(policyLines("https://example.com/feedback")).toEqual([
    "script-src https://example.com",
    "frame-src https://example.com",
  ]);
});

it("lets a frame in by its host where scripts need a nonce", () => {
  expect(blockers(`default-src 'strict-dynamic' 'nonce-abc' ${SERVER}`)).toEqual([
    ["script", "default-src", "nonce"],
  ]);
  expect(blockers("default-src 'strict-dynamic' 'nonce-abc' 'self'")).toEqual([
    ["script", "default-src", "nonce"],
    ["frame", "default-src", `frame-src 'self' ${SERVER}`],
  ]);
});

it.each([
  `add_header Content-Security-Policy "script-src 'self'; frame-src *" always;`,
  `Header always set Content-Security-Policy "script-src 'self'; frame-src *"`,
  `  "Content-Security-Policy": "script-src 'self'; frame-src *",`,
  "Content-Security-Policy:\nscript-src 'self'; frame-src *\nContent-Type:\ntext/html",
])("reads the policy in %s", (text) => {
  expect(blockers(text)).toEqual([["script", "script-src", `script-src 'self' ${SERVER}`]]);
});

it("reads no policy that is only reported in the configuration of a server", () => {
  const setting = `add_header Content-Security-Policy-Report-Only "script-src 'none'";`;
  expect(checkPage(setting, SERVER, CODE)).toMatchObject({ policies: 0, blockers: [] });
});

it("finds the tag that is added after the page has loaded", () => {
  const page = `<html><body>${tagAfterLoad(SERVER, CODE)}</body></html>`;
  expect(checkPage(page, SERVER, CODE)).toMatchObject({ hasTag: true, otherWidget: null });
});
