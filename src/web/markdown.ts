import { parseAccept } from 'hono/utils/accept'

/** Whether a client names `text/markdown` and prefers no HTML to it. Part of the cache key of responses that exist as both. */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  const named = accept?.toLowerCase()
  if (!named?.includes('text/markdown')) return false
  const types = parseAccept(named)
  const quality = (type: string) => types.find((each) => each.type === type)?.q ?? 0
  return quality('text/markdown') > 0 && quality('text/markdown') >= quality('text/html')
}

const ENDING = '.md'

/** The address of the page that the address of a Markdown file stands for; other addresses stay. */
export function withoutMarkdownEnding(path: string): string {
  return path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : path
}
