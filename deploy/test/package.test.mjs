// The Debian package: what is in it, that it installs, and that the same program gives the same package.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("its unit is right and well protected", { skip: !exists("systemd-analyze") }, () => {
  const root = join(folder, "root-of-unit");
  run("dpkg-deb", "--extract", built, root);
  const unit = join(root, "lib/systemd/system/pulsen.service");
  const text = readFileSync(unit, "utf8");
  // It looks whether there is such a program.
  const here = text.replace("ExecStart=/usr/bin/pulsen ", `ExecStart=${join(root, "usr/bin/pulsen")} `);
  assert.notEqual(here, text);
  const copy = join(folder, "pulsen.service");
  writeFileSync(copy, here.replaceAll("/etc/pulsen/pulsen.env", join(root, "etc/pulsen/pulsen.env")));
  const checked = spawnSync("systemd-analyze", ["verify", copy], { encoding: "utf8" });
  const complaints = checked.stderr.split("\n").filter((line) => line.includes("pulsen.service"));
  assert.deepEqual(complaints, []);
  const security = run("systemd-analyze", "security", "--offline=true", "--no-pager", unit);
  const exposure = Number(/Overall exposure level for pulsen.service: ([\d.]+)/.exec(security)?.[1]);
  assert.ok(exposure <= 2, security);
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
