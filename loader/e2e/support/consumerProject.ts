import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build, type Rolldown } from "vite";

const REPOSITORY = resolve(import.meta.dirname, "../../..");
const PACKAGE = join(REPOSITORY, "loader/package");

/** What a user of the package has beside it, taken from this repository instead of the registry. */
const DEPENDENCIES = ["react", "react-dom", "scheduler", "@types/react", "csstype"];

/** A project outside of this repository that has installed the npm package. */
export class ConsumerProject {
  readonly folder = mkdtempSync(join(tmpdir(), "pulsen-consumer-"));

  /** Packs the package as `npm publish` would, and installs it. */
  constructor() {
    this.write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
    const packed = run("npm", ["pack", "--silent", "--pack-destination", this.folder], PACKAGE);
    const tarball = packed.trim().split("\n").at(-1) as string;
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", `./${tarball}`], this.folder);
    for (const name of DEPENDENCIES) {
      const target = join(this.folder, "node_modules", name);
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(join(REPOSITORY, "node_modules", name), target);
    }
  }

  write(path: string, content: string) {
    writeFileSync(join(this.folder, path), content);
  }

  /** Returns what the compiler has to say about a module; nothing if it is right. */
  compile(path: string, options: object): string {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      jsx: "react-jsx",
      types: [],
      ...options,
    };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [path] }));
    try {
      run(join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", ".", "--pretty", "false"], this.folder);
      return "";
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  /** Returns a module with all that it imports, as a script element for a page. */
  async bundle(path: string, constants: Record<string, string>): Promise<string> {
    const { output } = (await build({
      root: this.folder,
      configFile: false,
      logLevel: "error",
      define: Object.fromEntries(
        Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      build: { write: false, minify: false, rolldownOptions: { input: join(this.folder, path) } },
    })) as Rolldown.RolldownOutput;
    return output[0].code.replaceAll("</script", "<\\/script");
  }

  /** Runs a module in node and returns what it prints. */
  node(path: string): string {
    return run(process.execPath, [path], this.folder);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
