import type { Texts } from "../en";
import { channels } from "./channels";
import { common } from "./common";
import { feedback } from "./feedback";
import { frame } from "./frame";
import { inbox } from "./inbox";
import { results } from "./results";
import { server } from "./server";
import { settings } from "./settings";

/** What the console says, in Turkish. */
export const tr: Texts = {
  ...common,
  ...frame,
  ...inbox,
  ...feedback,
  ...results,
  ...channels,
  ...settings,
  ...server,
};
