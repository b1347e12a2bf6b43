/**
 * Returns a text with the digits 0 to 9 and the signs of Latin keyboards in place of those that other keyboards give, such
 * as Arabic digits and the full-width ones of Japanese and Chinese.
 */
export function latinDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.charCodeAt(0))))
    .replace(/\u066b/g, ".")
    .replace(/[\u2010-\u2015\u2212ー]/g, "-");
}

/** Returns a digit's value. Each script has its ten in a row, from a code that ends in 0, in those of India in 6. */
function digitOf(code: number): number {
  return (code & 15) - (code >= 0x900 && code < 0xd80 ? 6 : 0);
}
