import type { ReactNode } from "react";

/** Says that something is done. It is there, empty, before: screen readers announce what comes into it. */
export function SuccessNote({ children }: { children: ReactNode }) {
  return (
    <p className="success" role="status">
      {children}
    </p>
  );
}
