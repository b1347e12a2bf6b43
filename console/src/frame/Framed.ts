import { createContext } from "react";

/** Whether a page stands in the frame of those who are signed in, which has the landmarks already. */
export const Framed = createContext(false);
