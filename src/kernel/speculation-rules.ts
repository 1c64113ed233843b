/**
 * The page behind a link is fetched as soon as somebody rests on the link or begins to press it. Only pages that anonymous readers
 * are given from the cache.
 */
export const SPECULATION_RULES =
  '{"prefetch":[{"where":{"or":[{"href_matches":"/"},{"href_matches":"/posts*"},{"href_matches":"/space/*"}]},"eagerness":"moderate"}]}'

/** What Content-Security-Policy lets them through by; test/node/kernel/speculation-rules.test.ts holds it against the text. */
export const SPECULATION_RULES_HASH = 'sha256-qfIo5T3VSNz9FFIxujBv/mhPaC8dAwMYXI/5O5/pM0E='
