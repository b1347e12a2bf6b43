/**
 * Returns a text with the digits 0 to 9 and the signs of Latin keyboards in place of those that other keyboards give, such
 * as Arabic digits and the full-width ones of Japanese and Chinese. What is no decimal digit stays: `10²` is not 102.
 */
export function latinDigits(text: string): string {
  return text
    .replace(DIGIT, digitOf)
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\p{Zs}/gu, " ")
    .replace(/\u066b/g, ".")
    .replace(/[\u2010-\u2015\u2212ー]/g, "-");
}

const DIGIT = /\p{Nd}/gu;

/** Returns a digit's value. Unicode has the ten of each script in a row, and some of those rows one after another. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
