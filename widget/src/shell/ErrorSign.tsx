/** Stands above the message of a page on which something went wrong. */
export function ErrorSign() {
  return (
    <svg className="error-sign" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" />
      <path d="M23 25v3M41 25v3M22 45c5-6 15-6 20 0" />
    </svg>
  );
}
