import { encode } from "uqr";

/** How many modules wide the margin has to be (ISO/IEC 18004). */
const MARGIN = 4;

/** A QR code. It is dark on light in the dark theme, too: not every camera reads the other. */
export default function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: "M", border: MARGIN });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dark.join("")} />
    </svg>
  );
}
