/** Three parts of base64url: a JWS in its compact form. */
const JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Reads the signature of a signed link (docs/api.md#link-signatures). What is no signature is left out: it could not be
 * sent as a header.
 */
export function readSignature(query: URLSearchParams): string | undefined {
  const signature = query.get("signature");
  return signature && JWS.test(signature) ? signature : undefined;
}
