import { readFileSync } from "node:fs";

/** Returns what can be measured of a process. */
export function measureProcess(pid) {
  return {
    /** Returns the resident memory in bytes. */
    residentBytes() {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) * 1024;
    },
    /** Returns the seconds of processor time that the process has used. */
    processorSeconds() {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      // Fields 14 and 15 of proc(5), in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
  };
}
