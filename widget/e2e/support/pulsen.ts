import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = resolve(import.meta.dirname, "../../..");
const EXAMPLES = join(ROOT, "examples");
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");

export interface PulsenOptions {
  /** A folder of records; the examples where none is named. */
  records?: string;
  /** The name that browsers know it by: to them `localhost` is another site than `127.0.0.1`. */
  hostname?: "127.0.0.1" | "localhost";
  /** Where browsers reach it, if something stands before it. */
  publicUrl?: string;
}

/** A real server with a database of its own, holding the examples. */
export class Pulsen {
  readonly url: string;
  private readonly options: string[];
  private readonly data: string;
  private process: ChildProcess;

  private constructor(url: string, options: string[], data: string, process: ChildProcess) {
    this.url = url;
    this.options = options;
    this.data = data;
    this.process = process;
  }

  static async start({ records = EXAMPLES, hostname, publicUrl }: PulsenOptions = {}): Promise<Pulsen> {
    const data = mkdtempSync(join(tmpdir(), "pulsen-e2e-"));
    importRecords(records, data);
    const options = ["--data", data, ...(publicUrl ? ["--public-url", publicUrl] : [])];
    const { child, port } = await serve("127.0.0.1:0", options);
    return new Pulsen(`http://${hostname ?? "127.0.0.1"}:${port}`, options, data, child);
  }

  /** Imports further records while the server runs. */
  import(records: string) {
    importRecords(records, this.data);
  }

  /** A token for the staff API, in this name. */
  staffToken(name: string): string {
    const command = ["staff-token", name, "--data", this.data];
    return execFileSync(BINARY, command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  }

  /** The rows that a query finds, read past the server. */
  query<Row>(sql: string): Row[] {
    const rows = execFileSync("sqlite3", ["-json", "-readonly", this.databaseFile(), sql], {
      encoding: "utf8",
    });
    return rows.trim() ? JSON.parse(rows) : [];
  }

  /** The feedbacks of one device, which is one browser context. */
  feedbacksOf(deviceId: string): FeedbackRow[] {
    const rows = this.query<FeedbackRow & { responses: string }>(
      `SELECT * FROM feedbacks WHERE device_id = '${deviceId.replaceAll("'", "''")}' ORDER BY seq`,
    );
    return rows.map((row) => ({ ...row, responses: JSON.parse(row.responses) }));
  }

  /** Ends the server as a power cut would, leaving its data. */
  async kill() {
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }

  /** Starts the server again at the same address with the same data. */
  async restart() {
    const { child } = await serve(`127.0.0.1:${new URL(this.url).port}`, this.options);
    this.process = child;
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill("SIGTERM");
      await once(this.process, "exit");
    }
    rmSync(this.data, { recursive: true, force: true });
  }

  private databaseFile(): string {
    return join(this.data, "pulsen.db");
  }
}

export interface FeedbackRow {
  id: string;
  status: string;
  device_id: string;
  node_id: string;
  flow_id: string;
  flow_revision: number;
  language_id: string | null;
  origin_url: string | null;
  created_offline: number;
  time_spent_in_seconds: number;
  responses: { question_id: string; option_id?: string; body?: string; hidePersonalData?: boolean }[];
}

function importRecords(records: string, data: string) {
  execFileSync(BINARY, ["import", records, "--data", data], { stdio: ["ignore", "ignore", "inherit"] });
}

async function serve(listen: string, options: string[]): Promise<{ child: ChildProcess; port: string }> {
  const child = spawn(BINARY, ["serve", "--listen", listen, ...options], {
    stdio: ["ignore", "pipe", process.env.PULSEN_E2E_LOG ? "inherit" : "ignore"],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  for await (const line of lines) {
    const port = /^listening on \S+:(\d+)$/.exec(line)?.[1];
    if (port) {
      child.stdout?.resume();
      return { child, port };
    }
  }
  throw new Error(`pulsen ended before it listened (exit code ${child.exitCode})`);
}
