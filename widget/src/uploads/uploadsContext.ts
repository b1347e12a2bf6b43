import { createContext } from "react";
import type { Uploads } from "./uploads";

/** The uploads of the run that is shown; absent where its flow asks for no files. */
export const UploadsContext = createContext<Uploads | undefined>(undefined);
