import { defineConfig } from "@playwright/test";
import { common } from "pulsen-loader/e2e";

/** Runs what needs chance and minutes (`make proof-offline`). It starts browsers of its own. */
export default defineConfig({ ...common, testMatch: "proof/*.proof.ts" });
