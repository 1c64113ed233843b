import { safeLink } from '#kernel/html/urls.ts'

/** The sanitiser's own rule, so that no link is made that it would take away. */
export function isLink(address: string): boolean {
  return safeLink(address) !== null
}

/** What somebody typed as an address: `example.com` and `me@example.com` are completed. Null where it can be none. */
export function linkFrom(typed: string): string | null {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#:]|$)/i.test(text)) return safeLink(`https://${text}`)
  return safeLink(text)
}
