import { readFileSync } from "node:fs";

/** Those whose code goes into pages, although only their build needs them. */
const BUNDLED = [
  "swagger-ui-dist",
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
];

/** Those that a package needs in Node only; the last one counts installations, and is never run. */
const NODE_ONLY = ["ws", "xmlhttprequest-ssl", "@scarf/scarf"];

/** Returns the npm packages whose code is in the pages: the dependencies of widget and console with their own. */
export function npmPackages() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const found = new Map();
  const waiting = [
    ...["widget", "console"].flatMap((from) =>
      Object.keys(packages[from].dependencies).map((name) => [from, name]),
    ),
    ...BUNDLED.map((name) => ["widget", name]),
  ];
  while (waiting.length > 0) {
    const [from, name] = waiting.pop();
    const path = placeOf(packages, from, name);
    // A part of this workspace, or a package of types.
    if (!path || packages[path].link || found.has(path)) continue;
    const { version, license = "NOASSERTION", integrity, dependencies = {} } = packages[path];
    found.set(path, {
      name,
      version,
      license,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      folder: path,
      ...(integrity?.startsWith("sha512-") && {
        hash: { alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") },
      }),
    });
    const others = Object.keys(dependencies).filter((dependency) => !NODE_ONLY.includes(dependency));
    for (const dependency of others) waiting.push([path, dependency]);
  }
  return [...found.values()];
}

/** Finds a package as Node does: in the folder of the dependent package, or in one around it. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)(node_modules\/(@[^/]+\/)?)?[^/]+$/, "")) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!folder) return undefined;
  }
}
