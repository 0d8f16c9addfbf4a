// A secret that somebody changed.

/** Changes one letter of which every bit counts: some bits of the last letter of base64url mean nothing. */
export function tampered(secret: string): string {
  const at = secret.length - 5
  return secret.slice(0, at) + (secret[at] === 'A' ? 'B' : 'A') + secret.slice(at + 1)
}
