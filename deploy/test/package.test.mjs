// The Debian package: what is in it, that it installs, and that the same program gives the same package.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const folder = mkdtempSync(join(tmpdir(), "pulsen-package-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// A time of its own: that of the last commit may be another one at the second package.
const env = { ...process.env, PULSEN_DEB_COMPRESSION: "-Zgzip -z1", SOURCE_DATE_EPOCH: "1767225600" };
const settings = { encoding: "utf8", env };
const run = (program, ...options) => execFileSync(program, options, settings);

function make(name) {
  mkdirSync(join(folder, name));
  return run(join(ROOT, "deploy/debian/make"), BINARY, join(folder, name)).trim();
}

let built;
before(() => {
  built = make("one");
});

test("the same program gives the same package", () => {
  const hash = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
  assert.equal(hash(make("two")), hash(built));
});

test("its size is that of its files, whatever they take on the disk", () => {
  const root = join(folder, "root-of-size");
  run("dpkg-deb", "--extract", built, root);
  const entries = readdirSync(root, { recursive: true }).map((name) => statSync(join(root, name)));
  const sizes = entries.map((entry) => (entry.isFile() ? Math.ceil(entry.size / 1024) : 1));
  // The folder that holds all others counts too.
  const size = sizes.reduce((sum, one) => sum + one, 1);
  assert.equal(Number(run("dpkg-deb", "--field", built, "Installed-Size")), size);
});

test("it installs into a root of its own and the program runs from there", () => {
  const root = join(folder, "root");
  run("dpkg-deb", "--extract", built, root);
  const mode = (path) => (statSync(join(root, path)).mode & 0o777).toString(8);
  assert.equal(mode("usr/bin/pulsen"), "755");
  assert.equal(mode("etc/pulsen/pulsen.env"), "640");
  assert.match(run(join(root, "usr/bin/pulsen"), "--version"), /^pulsen \d/);
  const control = run("dpkg-deb", "--field", built);
  assert.match(control, /^Package: pulsen$/m);
  assert.match(control, /^Depends: (libc6 \(>= 2\.\d+\), )?adduser, ca-certificates$/m);
});

test("its units are right and well protected", { skip: !exists("systemd-analyze") }, () => {
  const root = join(folder, "root-of-units");
  run("dpkg-deb", "--extract", built, root);
  const units = join(root, "lib/systemd/system");
  const names = readdirSync(units);
  assert.deepEqual(names.sort(), ["pulsen-backup.service", "pulsen-backup.timer", "pulsen.service"]);
  const copies = join(folder, "units");
  mkdirSync(copies);
  for (const name of names) {
    const text = readFileSync(join(units, name), "utf8");
    // It looks whether there is such a program.
    const here = text.replace("ExecStart=/usr/bin/pulsen ", `ExecStart=${join(root, "usr/bin/pulsen")} `);
    assert.ok(name !== "pulsen.service" || here !== text);
    writeFileSync(
      join(copies, name),
      here.replaceAll("/etc/pulsen/pulsen.env", join(root, "etc/pulsen/pulsen.env")),
    );
  }
  const paths = names.map((name) => join(copies, name));
  const checked = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
  assert.deepEqual(
    checked.stderr.split("\n").filter((line) => line.includes("pulsen")),
    [],
  );
  for (const [name, most] of [
    ["pulsen.service", 2],
    ["pulsen-backup.service", 5],
  ]) {
    const security = run("systemd-analyze", "security", "--offline=true", "--no-pager", join(units, name));
    const exposure = Number(new RegExp(`exposure level for ${name}: ([\\d.]+)`).exec(security)?.[1]);
    assert.ok(exposure <= most, security);
  }
});

test("its backup keeps what is complete, for two weeks", () => {
  const root = join(folder, "root-of-backups");
  run("dpkg-deb", "--extract", built, root);
  const unit = readFileSync(join(root, "lib/systemd/system/pulsen-backup.service"), "utf8");
  const backups = join(folder, "backups");
  mkdirSync(backups);
  const data = join(folder, "data-of-backups");
  const pulsen = join(root, "usr/bin/pulsen");
  run(pulsen, "import", join(ROOT, "examples"), "--data", data);
  // A backup that was not finished, and one that is too old.
  mkdirSync(join(backups, "unfinished"));
  mkdirSync(join(backups, "old"));
  writeFileSync(join(backups, "old", "SHA256SUMS"), "");
  const past = new Date(Date.now() - 20 * 86_400_000);
  utimesSync(join(backups, "old"), past, past);
  for (const step of ["ExecStartPre", "ExecStart", "ExecStartPost"]) {
    const written = new RegExp(`^${step}=(.+)$`, "m").exec(unit)[1];
    const command = written
      .replaceAll("%%", "%")
      .replaceAll("/var/lib/pulsen-backups", backups)
      .replace("exec pulsen", `exec ${pulsen}`);
    execFileSync("bash", ["-c", command], { env: { ...env, PULSEN_DATA: data } });
  }
  const kept = readdirSync(backups);
  assert.equal(kept.length, 1);
  assert.match(kept[0], /^\d{4}-\d\d-\d\dT\d{6}Z$/);
  assert.ok(existsSync(join(backups, kept[0], "SHA256SUMS")));
});

test("no link of its documentation is dead", () => {
  const root = join(folder, "root-of-links");
  run("dpkg-deb", "--extract", built, root);
  const documents = join(root, "usr/share/doc/pulsen");
  const pages = readdirSync(documents, { recursive: true }).filter((name) => name.endsWith(".md"));
  assert.ok(pages.includes("docs/deploy.md"));
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(documents, page), "utf8").matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)]
      .filter(([, target]) => !existsSync(join(documents, dirname(page), target)))
      .map(([, target]) => `${page}: ${target}`),
  );
  assert.deepEqual(dead, []);
});

test("the page that its units name is there", () => {
  const root = join(folder, "root-of-pages");
  run("dpkg-deb", "--extract", built, root);
  const units = join(root, "lib/systemd/system");
  for (const unit of readdirSync(units)) {
    const page = /^Documentation=file:(.+)$/m.exec(readFileSync(join(units, unit), "utf8"))?.[1];
    assert.ok(unit.endsWith(".timer") || existsSync(join(root, page)), `${unit}: ${page}`);
  }
});

test("lintian finds no errors", () => {
  const checked = spawnSync(
    "lintian",
    ["--allow-root", "--fail-on", "error", "--no-tag-display-limit", built],
    {
      encoding: "utf8",
    },
  );
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
});

function exists(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}
