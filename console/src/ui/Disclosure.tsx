import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Disclosure as AriaDisclosure, Button, DisclosurePanel } from "react-aria-components";

interface Props {
  title: ReactNode;
  children: ReactNode;
  /** Whether it is open at first. */
  isOpen?: boolean;
}

/** Shows what few need only to those who open it. */
export function Disclosure({ title, children, isOpen = false }: Props) {
  return (
    <AriaDisclosure className="disclosure" defaultExpanded={isOpen}>
      <Button slot="trigger" className="disclosure__button">
        <ChevronRight className="icon disclosure__arrow" aria-hidden />
        {title}
      </Button>
      <DisclosurePanel className="disclosure__panel">
        <div className="disclosure__content">{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
