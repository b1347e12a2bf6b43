import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const BINARY = process.env.PULSEN_BIN ?? resolve(import.meta.dirname, "../../../target/debug/pulsen");

/** `pulsen dev` with a project of its own, begun with a template. */
export class DevServer {
  readonly url: string;
  private readonly folder: string;
  private readonly child: ChildProcess;

  private constructor(url: string, folder: string, child: ChildProcess) {
    this.url = url;
    this.folder = folder;
    this.child = child;
  }

  static async start(template: string): Promise<DevServer> {
    const folder = join(mkdtempSync(join(tmpdir(), "pulsen-dev-e2e-")), "project");
    execFileSync(BINARY, ["new", template, folder]);
    const child = spawn(BINARY, ["dev", folder, "--listen", "127.0.0.1:0"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      if (!url) continue;
      child.stdout.resume();
      return new DevServer(url, folder, child);
    }
    throw new Error(`pulsen dev exited before it listened (exit code ${child.exitCode}).`);
  }

  /** The address of the link page. */
  get linkPage(): string {
    return `${this.url}/feedback?node_id=${this.nameIn("nodes")}`;
  }

  /** The tag for the page of a host. */
  get tag(): string {
    return `<script async src="${this.url}/loader/${this.nameIn("widgets")}.js"></script>`;
  }

  /** Saves the flow with another text in it. */
  replaceInFlow(text: string, replacement: string) {
    const file = join(this.folder, "flows", `${this.nameIn("flows")}.json`);
    const flow = readFileSync(file, "utf8");
    if (!flow.includes(text)) throw new Error(`The flow has no ${text}.`);
    // At once, as many editors do: no half of it is seen.
    const edited = `${this.folder}.new`;
    writeFileSync(edited, flow.replace(text, replacement));
    renameSync(edited, file);
  }

  async stop() {
    this.child.kill();
    if (this.child.exitCode === null) await once(this.child, "exit");
    rmSync(resolve(this.folder, ".."), { recursive: true });
  }

  private nameIn(kind: string): string {
    return readdirSync(join(this.folder, kind))[0]?.replace(".json", "") ?? "";
  }
}
