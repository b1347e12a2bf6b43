import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createStaffToken, importRecords, startServer } from "./server.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const EXAMPLES = join(ROOT, "examples");
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");

export interface ServerOptions {
  /** A folder of records; by default the examples. */
  records?: string;
  /** The data of a server that has ended, of which this one gets a copy instead of records. */
  data?: string;
  /** The host name in the server's address. To browsers, `localhost` and `127.0.0.1` are different sites. */
  hostname?: "127.0.0.1" | "localhost";
  /** The address that browsers use, if a proxy is in front of the server. */
  publicUrl?: string;
  /** The provider's site. Unknown paths redirect to it; without it they are 404. */
  siteUrl?: string;
  /** Whether connectors may call this machine. */
  allowsPrivateConnectors?: boolean;
  /** Whether webhooks may call this machine. */
  allowsPrivateWebhooks?: boolean;
  /** Whether people have to set up a second factor before anything else. */
  requiresSecondFactor?: boolean;
  /** Another limit than usual, such as `sign_in=1000`. */
  rateLimit?: string;
  /** The gateway of text messages. Without it none are sent. */
  smsUrl?: string;
  /** The mail server, with which a reply is mailed at once. Without it no mails are sent. Needs `publicUrl`. */
  smtpUrl?: string;
  /** The provider of single sign-on, with further options of the server. Without it people sign in by passwords. */
  singleSignOn?: { issuer: string; clientId: string; clientSecret: string; options?: string[] };
}

/** A real server with its own database. */
export class PulsenServer {
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

  static async start({
    records,
    data: copied,
    hostname = "127.0.0.1",
    publicUrl,
    siteUrl,
    allowsPrivateConnectors = false,
    allowsPrivateWebhooks = false,
    requiresSecondFactor = false,
    rateLimit,
    smsUrl,
    smtpUrl,
    singleSignOn,
  }: ServerOptions = {}): Promise<PulsenServer> {
    const data = mkdtempSync(join(tmpdir(), "pulsen-e2e-"));
    if (records) importRecords(BINARY, records, data);
    else cpSync(copied ?? examplesData(), data, { recursive: true });
    const options = ["--data", data];
    if (publicUrl) options.push("--public-url", publicUrl);
    // Such a server has to know its proxy. Here there is none, so all requests are the proxy's own.
    if (publicUrl?.startsWith("https:"))
      options.push("--trusted-proxies", "127.0.0.1,::1", "--rate-limit", "off");
    if (siteUrl) options.push("--site-url", siteUrl);
    if (allowsPrivateConnectors) options.push("--allow-private-connectors");
    if (allowsPrivateWebhooks) options.push("--allow-private-webhooks");
    if (requiresSecondFactor) options.push("--require-second-factor");
    if (rateLimit) options.push("--rate-limit", rateLimit);
    if (smsUrl) options.push("--sms-url", smsUrl);
    if (smtpUrl)
      options.push("--smtp-url", smtpUrl, "--mail-from", "feedback@example.com", "--mail-delay", "0");
    const env: Record<string, string> = {};
    if (singleSignOn) {
      const { issuer, clientId, clientSecret, options: further = [] } = singleSignOn;
      options.push("--oidc-issuer", issuer, "--oidc-client-id", clientId, ...further);
      env.PULSEN_OIDC_CLIENT_SECRET = clientSecret;
    }
    const { child, port } = await startServer(BINARY, options, { stderr: STDERR, env });
    return new PulsenServer(`http://${hostname}:${port}`, options, data, child);
  }

  /** Imports further records while the server runs. */
  import(records: string) {
    importRecords(BINARY, records, this.data);
  }

  staffToken(name: string): string {
    return createStaffToken(BINARY, name, this.data);
  }

  /** Runs `pulsen user` with an action that prints a one-time link, and returns the link. */
  personLink(...action: string[]): string {
    const command = ["user", ...action, "--data", this.data, "--server", this.url];
    const printed = execFileSync(BINARY, command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const link = /http\S+#\S+/.exec(printed)?.[0];
    if (!link) throw new Error(`There is no link in: ${printed}`);
    return link;
  }

  /** Returns the rows of a query that bypasses the server. */
  query<Row>(sql: string): Row[] {
    const rows = execFileSync(
      "sqlite3",
      ["-json", "-readonly", "-cmd", ".timeout 5000", this.databaseFile(), sql],
      { encoding: "utf8" },
    );
    return rows.trim() ? JSON.parse(rows) : [];
  }

  /** Changes rows behind the server's back. */
  execute(sql: string) {
    execFileSync("sqlite3", ["-cmd", ".timeout 5000", this.databaseFile(), sql]);
  }

  /** Returns the feedbacks of a device, which is a browser context. */
  feedbacksOf(deviceId: string): FeedbackRow[] {
    type Stored = Record<"responses" | "state_times_in_ms", string>;
    const rows = this.query<Omit<FeedbackRow, keyof Stored> & Stored>(
      `SELECT * FROM feedbacks WHERE device_id = '${deviceId.replaceAll("'", "''")}' ORDER BY seq`,
    );
    return rows.map((row) => ({
      ...row,
      responses: JSON.parse(row.responses),
      // Of a feedback without any the text of null, which is null too.
      state_times_in_ms: JSON.parse(row.state_times_in_ms),
    }));
  }

  /** Ends the server abruptly, as in a power failure, and keeps its data. */
  async kill() {
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }

  /** Starts the server again at the same address with the same data, with further options. */
  async restart(...further: string[]) {
    const address = `127.0.0.1:${new URL(this.url).port}`;
    const { child } = await startServer(BINARY, [...this.options, ...further], { address, stderr: STDERR });
    this.process = child;
  }

  /** Ends the server, and returns the folder of its data, which the caller removes. */
  async end(): Promise<string> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill("SIGTERM");
      await once(this.process, "exit");
    }
    return this.data;
  }

  /** Ends the server and removes its data. */
  async stop() {
    rmSync(await this.end(), { recursive: true, force: true });
  }

  private databaseFile(): string {
    return join(this.data, "pulsen.db");
  }
}

let examples: string | undefined;

/** Returns the data of a server that has the examples, which is made once in each process. */
function examplesData(): string {
  if (examples) return examples;
  const made = mkdtempSync(join(tmpdir(), "pulsen-e2e-examples-"));
  importRecords(BINARY, EXAMPLES, made);
  process.on("exit", () => rmSync(made, { recursive: true, force: true }));
  examples = made;
  return made;
}

/** Set this variable to see the server's log. */
const STDERR = process.env.PULSEN_E2E_LOG ? "inherit" : "ignore";

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
  state_times_in_ms: Record<string, number> | null;
  responses: { question_id: string; option_id?: string; body?: string; hidePersonalData?: boolean }[];
}
