import type { ReactNode } from "react";
import type { Boot } from "../boot/boot";
import { StatusPage } from "./StatusPage";
import type { Status } from "./status";

/** Prepares a page that has no flow to show. This module is the entry point of its chunk. */
export function prepareStatusPage(boot: Boot, status: Status): ReactNode {
  return <StatusPage boot={boot} status={status} />;
}
