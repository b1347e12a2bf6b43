import { createContext } from "react";

/** Whether something is in a dialog. */
export const InDialog = createContext(false);
