import type { Plugin } from "vite";

export function compressFile(path: string): void;
export function compressBuild(notServed: RegExp): Plugin;
