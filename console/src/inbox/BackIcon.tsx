import { ArrowLeft, ArrowRight } from "lucide-react";
import { directionOf } from "../texts/languages";
import { useLanguage } from "../texts/TextsProvider";

/** An arrow to where the reader came from. */
export function BackIcon() {
  const { language } = useLanguage();
  const Arrow = directionOf(language) === "rtl" ? ArrowRight : ArrowLeft;
  return <Arrow className="icon" aria-hidden />;
}
