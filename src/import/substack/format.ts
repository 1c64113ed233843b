import { importDate } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import { HtmlItems, type HtmlPost } from '#import/html/item.ts'
import { LIMITS } from '#import/import-error.ts'
import { beginningOf, folderOf, postText, type SourceFiles } from '#import/source-files.ts'
import { csvRows } from '#kernel/formats/csv.ts'
import { escapeAttribute } from '#kernel/html/entities.ts'

/** Substack's export: `posts.csv` and one HTML file per post. */
export const substack: ImportFormat = {
  name: 'substack',
  async matches(files) {
    const table = tableIn(files)
    return table !== undefined && /^\ufeff?"?post_id\b/.test(await beginningOf(files, table))
  },
  async *read(files) {
    const table = tableIn(files)
    if (table === undefined) return
    const items = new HtmlItems('substack', { files })
    const [header = [], ...rows] = csvRows(await files.text(table, LIMITS.json))
    const folder = folderOf(table)
    const names = new Set(files.names)
    for (const row of rows) {
      const fields = new Map(header.map((name, index) => [name.trim(), row[index] ?? '']))
      const id = fields.get('post_id')?.trim() ?? ''
      if (id === '') continue
      const file = `${folder}posts/${id}.html`
      const { text, refused } = names.has(file) ? await postText(files, file) : MISSING
      const [number = id, ...slug] = id.split('.')
      const field = (name: string) => fields.get(name)?.trim() ?? ''
      if (refused === null) yield items.item(postOf(number, slug.join('.'), text, field), { file })
      else
        yield items.refuse(
          { id: number, title: field('title') },
          field('title') === '' ? 'empty' : refused,
        )
    }
  },
}

function tableIn({ names }: SourceFiles): string | undefined {
  return names.find((name) => /(?:^|\/)posts\.csv$/i.test(name))
}

const MISSING = { text: null, refused: 'unreadable' } as const

function postOf(id: string, slug: string, html: string, field: (name: string) => string): HtmlPost {
  // An import must not make a post for subscribers, or a page, a public post.
  const isPublic = ['', 'everyone'].includes(field('audience')) && field('type') !== 'page'
  const isPublished = /^true$/i.test(field('is_published')) && isPublic
  const podcast = field('podcast_url')
  return {
    id,
    title: field('title'),
    html: podcast === '' ? html : `<audio src="${escapeAttribute(podcast)}"></audio>${html}`,
    summary: field('subtitle'),
    isPublished,
    publishedAt: isPublished ? importDate(field('post_date')) : null,
    path: slug === '' ? null : `/p/${slug}`,
  }
}
