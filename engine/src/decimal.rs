//! Writes whole numbers without the standard library's formatting code, which is large in WebAssembly.

/// Appends `number` in decimal digits.
pub(crate) fn write_decimal(out: &mut String, number: u32) {
    if number >= 10 {
        write_decimal(out, number / 10);
    }
    if let Some(digit) = char::from_digit(number % 10, 10) {
        out.push(digit);
    }
}
