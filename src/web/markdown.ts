import { parseAccept } from 'hono/utils/accept'

/**
 * Whether a client names `text/markdown` and does not prefer HTML to it. This is part of the cache
 * key of responses that exist in both formats.
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

/**
 * The address of the page, for the address of its Markdown file. Other addresses stay as they are.
 */
export function withoutMarkdownEnding(path: string): string {
  return path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : path
}
