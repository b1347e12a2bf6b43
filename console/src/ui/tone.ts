/** What something small says by its color, besides its text. */
export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";
