/** Lines over a color, for those who do not see it: of a pattern that the charts of a page share by its id. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className="chart-hatch" x1="0" y1="0" x2="0" y2="6" />
      </pattern>
    </defs>
  );
}
