// The processes of a deployment, each on a port of its own that it keeps when it is started again.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startServer as start } from "pulsen-loader/e2e/server";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const RECORDS = fileURLToPath(new URL("../../backend/tests/data", import.meta.url));

/** What is asked for again and again until it is so. */
const POLL_MS = 50;

/** Imports the tests' records. Their warnings are meant to be. */
export function importRecords(data, folder = RECORDS) {
  execFileSync(BINARY, ["import", folder, "--data", data], { stdio: ["ignore", "ignore", "pipe"] });
}

/** Imports one record again, a file such as `nodes/door.json`. */
export function importRecord(data, file, record) {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, dirname(file)));
  writeFileSync(join(folder.path, file), JSON.stringify(record));
  importRecords(data, folder.path);
  folder.remove();
}

/** Starts a Pulsen; without a port on a free one. */
export async function startServer(options, { port: wanted = 0, env = {} } = {}) {
  // All requests come from this machine and about one chat.
  const settings = {
    address: `127.0.0.1:${wanted}`,
    env: { PULSEN_LOG: "off", ...env },
    stderr: "inherit",
  };
  const rates = options.includes("--rate-limit") ? [] : ["--rate-limit", "off"];
  const { child, port } = await start(BINARY, [...options, ...rates], settings);
  const end = (signal) => endProcess(child, signal);
  return {
    url: `http://127.0.0.1:${port}`,
    port: Number(port),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** Starts a PostgreSQL in a folder of its own. */
export async function startPostgres() {
  const folder = temporaryFolder();
  const bin = postgresPrograms();
  // PostgreSQL refuses to run as root.
  const owner = process.getuid() === 0 ? { uid: idOf("u"), gid: idOf("g") } : {};
  if (owner.uid !== undefined) chownSync(folder.path, owner.uid, owner.gid);
  const data = join(folder.path, "data");
  const settings = { ...owner, stdio: "ignore", cwd: folder.path };
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-A", "trust", "-U", "pulsen", "--no-locale", "-E", "UTF8", "--no-sync"],
    settings,
  );
  const port = await freePort();
  let child;
  const postgres = {
    address: `postgres://pulsen@127.0.0.1:${port}/postgres`,
    async start() {
      const options = [
        "-D",
        data,
        "-p",
        port,
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        "-c",
        "fsync=off",
      ];
      child = spawn(join(bin, "postgres"), options.map(String), settings);
      await until(child, () =>
        runs(join(bin, "pg_isready"), ["--quiet", "--host", "127.0.0.1", "--port", String(port)]),
      );
    },
    /** Ends it as its administrator does who does not wait for clients. */
    stop: () => endProcess(child, "SIGINT"),
    remove: folder.remove,
  };
  await postgres.start();
  return postgres;
}

/** Starts a Redis that stores nothing. */
export async function startRedis(settings = []) {
  const folder = temporaryFolder();
  const port = await freePort();
  let child;
  const redis = {
    address: `redis://127.0.0.1:${port}`,
    async start() {
      const options = [
        "--port",
        port,
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        folder.path,
        ...settings,
      ];
      child = spawn("redis-server", options.map(String), { stdio: "ignore" });
      await until(child, () => runs("redis-cli", ["-p", String(port), "ping"]));
    },
    kill: () => endProcess(child, "SIGKILL"),
    remove: folder.remove,
  };
  await redis.start();
  return redis;
}

/** Starts nginx as docs/scale.md has it, but without TLS, and with these servers. */
export async function startNginx(ports) {
  const guide = readFileSync(join(ROOT, "docs/scale.md"), "utf8");
  const [, example] = /```nginx\n(.*?)```/s.exec(guide);
  const folder = temporaryFolder();
  const port = await freePort();
  const servers = ports.map((port) => `server 127.0.0.1:${port};`).join("\n  ");
  const config = example
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace(/server 10\.0\.0\.1:8080;\s+server 10\.0\.0\.2:8080;/, servers);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder.path}/${name};`)
    .join("\n");
  const file = join(folder.path, "nginx.conf");
  const frame = `daemon off; master_process off; pid ${folder.path}/pid; error_log ${folder.path}/log;`;
  writeFileSync(file, `${frame}\nevents {}\nhttp { access_log off;\n${places}\n${config}}\n`);
  const child = spawn("nginx", ["-p", folder.path, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  await until(child, () => runs("bash", ["-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`]));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await endProcess(child, "SIGTERM");
      folder.remove();
    },
  };
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "pulsen-delivery-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Debian does not put the server's programs on the path. */
function postgresPrograms() {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => a - b) : [];
  if (versions.length > 0) return join(folder, versions.at(-1), "bin");
  return dirname(execFileSync("sh", ["-c", "command -v postgres"], { encoding: "utf8" }).trim());
}

function idOf(kind) {
  return Number(execFileSync("id", [`-${kind}`, "postgres"], { encoding: "utf8" }));
}

function runs(program, options) {
  try {
    execFileSync(program, options, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Waits for a process until it is ready. */
async function until(child, isReady) {
  while (!isReady()) {
    if (hasEnded(child))
      throw new Error(`${child.spawnfile} ended with ${child.exitCode ?? child.signalCode}`);
    await sleep(POLL_MS);
  }
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

async function endProcess(child, signal) {
  if (hasEnded(child)) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
