// Replaces parts of `age-encryption` in the Worker (`alias` in wrangler.toml). The Worker encrypts
// for X25519 keys only, and its Web Crypto computes X25519. So it needs no other kinds of keys, no
// passphrases and no second implementation.
export const MLKEM768P256 = null
export const MLKEM768X25519 = null
export const p256 = null
export const scrypt = null
/** The base point of X25519 (RFC 7748, section 4.1). */
export const x25519 = { GuBytes: Uint8Array.from({ length: 32 }, (_, n) => (n === 0 ? 9 : 0)) }
