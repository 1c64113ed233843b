import { parseAccept } from 'hono/utils/accept'

/**
 * Whether a client names `text/markdown` and prefers no HTML to it. Part of the cache key of
 * responses that exist as both.
 */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  const named = accept?.toLowerCase()
  if (!named?.includes('text/markdown')) return false
  const types = parseAccept(named)
  const quality = (...ranges: string[]) =>
    ranges
      .map((range) => types.find(({ type }) => type === range)?.q)
      .find((q) => q !== undefined) ?? 0
  const markdown = quality('text/markdown')
  return markdown > 0 && markdown >= quality('text/html', 'text/*', '*/*')
}

const ENDING = '.md'

/** The address of the page that the address of a Markdown file stands for; other addresses stay. */
export function withoutMarkdownEnding(path: string): string {
  return path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : path
}
