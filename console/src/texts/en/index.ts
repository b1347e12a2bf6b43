import { channels } from "./channels";
import { common } from "./common";
import { feedback } from "./feedback";
import { frame } from "./frame";
import { inbox } from "./inbox";
import { results } from "./results";
import { server } from "./server";
import { settings } from "./settings";

/** What the console says, in English. A file has the texts of one area, whose keys begin with its name. */
export const en = {
  ...common,
  ...frame,
  ...inbox,
  ...feedback,
  ...results,
  ...channels,
  ...settings,
  ...server,
};

export type TextKey = keyof typeof en;

/** The texts of a language. */
export type Texts = Readonly<Record<TextKey, string>>;
