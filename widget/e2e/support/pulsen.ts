import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = resolve(import.meta.dirname, "../../..");
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");

/** A real server with a database of its own, holding the examples. */
export class Pulsen {
  readonly url: string;
  private readonly data: string;
  private process: ChildProcess;

  private constructor(url: string, data: string, process: ChildProcess) {
    this.url = url;
    this.data = data;
    this.process = process;
  }

  static async start(records = join(ROOT, "examples")): Promise<Pulsen> {
    const data = mkdtempSync(join(tmpdir(), "pulsen-e2e-"));
    execFileSync(BINARY, ["import", records, "--data", data], { stdio: ["ignore", "ignore", "inherit"] });
    const { child, url } = await serve(data, "127.0.0.1:0");
    return new Pulsen(url, data, child);
  }

  /** Imports further records while the server runs. */
  import(records: string) {
    execFileSync(BINARY, ["import", records, "--data", this.data], {
      stdio: ["ignore", "ignore", "inherit"],
    });
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
    const { child } = await serve(this.data, new URL(this.url).host);
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

async function serve(data: string, listen: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(BINARY, ["serve", "--listen", listen, "--data", data], {
    stdio: ["ignore", "pipe", process.env.PULSEN_E2E_LOG ? "inherit" : "ignore"],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  for await (const line of lines) {
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url) {
      child.stdout?.resume();
      return { child, url };
    }
  }
  throw new Error(`pulsen ended before it listened (exit code ${child.exitCode})`);
}
