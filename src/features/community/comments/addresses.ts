export interface Address {
  /** The URL as written, without the punctuation after it. */
  text: string
  href: string
}

/** The address in a run of characters that begins like a URL; null if it is no valid URL. */
export function addressIn(found: string): Address | null {
  const text = withoutFullStop(found)
  return URL.canParse(text) ? { text, href: new URL(text).href } : null
}

/**
 * Removes punctuation at the end of a URL, and closing brackets that the URL does not open. For
 * example, "https://example.com/a_(b))." loses its last two characters.
 */
function withoutFullStop(found: string): string {
  let unopened = found.split(')').length - found.split('(').length
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened--
    else if (!'.,;:!?*_~'.includes(last)) break
  }
  return found.slice(0, end)
}
