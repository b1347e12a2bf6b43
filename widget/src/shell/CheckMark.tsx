export function CheckMark() {
  return (
    <svg className="check-mark" viewBox="0 0 72 72" aria-hidden="true">
      <circle className="check-mark__disc" cx="36" cy="36" r="36" />
      <path className="check-mark__tick" pathLength={1} d="m22 37.5 9.5 9.5L50.5 27" />
    </svg>
  );
}
