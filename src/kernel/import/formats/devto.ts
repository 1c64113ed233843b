import { firstDate, firstText, itemOf } from '#kernel/import/article.ts'
import { importKey } from '#kernel/import/fields.ts'
import { baseName } from '#kernel/import/file-names.ts'
import type { ImportFormat } from '#kernel/import/format.ts'
import { documentOf, type Fields, recordOf } from '#kernel/import/front-matter.ts'
import { ImportError, LIMITS } from '#kernel/import/import-error.ts'
import type { ImportItem, RefusedItem } from '#kernel/import/item.ts'
import type { SourceFiles } from '#kernel/import/source-files.ts'

/** The export of dev.to and other Forem sites: `articles.json`, an array of articles with `body_markdown`. */
export const devto: ImportFormat = {
  name: 'devto',
  async matches(files) {
    const name = articlesIn(files)
    return name !== undefined && (await startOf(files, name)).includes('"body_markdown"')
  },
  async *read(files) {
    const name = articlesIn(files)
    if (name === undefined) throw new ImportError('unknown_format')
    const articles = parsed(await files.text(name, LIMITS.json), name)
    if (articles.length > LIMITS.items) throw new ImportError('too_many_items', name)
    const keys = new Set<string>()
    for (const [index, article] of articles.entries()) yield itemIn(article, index, files, keys)
  },
}

function articlesIn({ names }: SourceFiles): string | undefined {
  return (
    names.find((name) => baseName(name) === 'articles.json') ??
    (names.length === 1 ? names.find((name) => name.endsWith('.json')) : undefined)
  )
}

async function startOf(files: SourceFiles, name: string): Promise<string> {
  const reader = files.stream(name).getReader()
  try {
    const { value } = await reader.read()
    return new TextDecoder().decode(value)
  } finally {
    await reader.cancel()
  }
}

function parsed(text: string, name: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new ImportError('invalid_json', name)
}

function itemIn(value: unknown, index: number, files: SourceFiles, keys: Set<string>): ImportItem | RefusedItem {
  const article = recordOf(value) ?? {}
  const id = firstText(article, ['slug', 'id', 'path'])
  const title = firstText(article, ['title'])
  if (typeof article.body_markdown !== 'string') return { key: null, title, refused: 'unreadable' }
  const key = importKey('devto', id || `article-${index + 1}`)
  if (keys.has(key)) return { key, title, refused: 'duplicate_key' }
  keys.add(key)
  const { fields, body } = documentOf(article.body_markdown)
  const all: Fields = { ...article, tags: article.cached_tag_list ?? article.tag_list, ...fields, title }
  return itemOf(
    {
      key,
      fields: all,
      body,
      fallbackTitle: id.replaceAll('-', ' '),
      isDraft: article.published === false,
      publishedAt: firstDate(article, ['published_at', 'crossposted_at']),
      url: firstText(article, ['canonical_url']) || null,
      path: firstText(article, ['path']) || null,
    },
    files,
    { breaks: true },
  )
}
