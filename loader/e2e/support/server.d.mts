import type { ChildProcess } from "node:child_process";

/** Imports a folder of records into the data folder `data`. */
export function importRecords(binary: string, records: string, data: string): void;

/** Returns a new token for the staff API. */
export function createStaffToken(binary: string, name: string, data: string): string;

/**
 * Starts `pulsen serve` and waits until it listens.
 *
 * @param options further command line options.
 * @throws if it exits before that.
 */
export function startServer(
  binary: string,
  options: string[],
  settings?: {
    /** The address to listen on; by default a free port of 127.0.0.1. */
    address?: string;
    env?: Record<string, string>;
    stderr?: "ignore" | "inherit";
  },
): Promise<{ child: ChildProcess; port: string }>;
