/**
 * Lets browsers prefetch a linked page on hover or press, but only pages that anonymous readers get
 * from the cache.
 */
export const SPECULATION_RULES =
  '{"prefetch":[{"where":{"or":[{"href_matches":"/"},{"href_matches":"/posts*"},{"href_matches":"/space/*"}]},"eagerness":"moderate"}]}'

/**
 * The hash for the Content-Security-Policy; test/node/kernel/growth.test.ts compares it with the
 * text.
 */
export const SPECULATION_RULES_HASH = 'sha256-qfIo5T3VSNz9FFIxujBv/mhPaC8dAwMYXI/5O5/pM0E='
