import { safeLink } from '#kernel/html/urls.ts'

/** The sanitiser's rule, so that the editor creates no link that the sanitiser would remove. */
export function isLink(address: string): boolean {
  return safeLink(address) !== null
}

/** A URL from typed text: completes `example.com` and `me@example.com`. Null if the text is not an address. */
export function linkFrom(typed: string): string | null {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/][^\s@/.]*\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^(?:[a-z\d-]+\.)+[a-z]{2,}(?:[/?#:]|$)/i.test(text)) return safeLink(`https://${text}`)
  return safeLink(text)
}
