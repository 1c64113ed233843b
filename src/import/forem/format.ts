import { firstDate, importTitle } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import { HtmlItems } from '#import/html/item.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { type ImportItem, type Loss, Losses, type RefusedItem } from '#import/item.ts'
import { jsonOf } from '#import/json.ts'
import { firstText, itemOf } from '#import/markdown/article.ts'
import { documentOf, type Fields, recordOf } from '#import/markdown/front-matter.ts'
import { baseName, beginningOf, type SourceFiles } from '#import/source-files.ts'

/**
 * The export of dev.to and other Forem sites: `articles.json`, an array of articles with
 * `body_markdown`.
 */
export const devto: ImportFormat = {
  name: 'devto',
  async matches(files) {
    const name = articlesIn(files)
    return name !== undefined && (await beginningOf(files, name)).includes('"body_markdown"')
  },
  async *read(files) {
    const name = articlesIn(files)
    if (name === undefined) throw new ImportError('unknown_format')
    const text = await files.text(name, LIMITS.json)
    const articles = jsonOf(text, name)
    if (!Array.isArray(articles)) throw new ImportError('unknown_format', name)
    if (articles.length > LIMITS.items) throw new ImportError('too_many_items', name)
    const host = DEV_TO.test(text) ? 'https://dev.to' : null
    const items = new HtmlItems('devto', { files })
    for (const article of articles) yield itemIn(article, host, items)
  },
}

function articlesIn({ names }: SourceFiles): string | undefined {
  return (
    names.find((name) => baseName(name) === 'articles.json') ??
    (names.length === 1 ? names.find((name) => name.endsWith('.json')) : undefined)
  )
}

/** The export does not name its site. Images and links of dev.to show that it is from there. */
const DEV_TO = /dev-to-uploads\.s3|\/\/(?:media\d?\.)?dev\.to\/|cloudinary\.com\/practicaldev/

function itemIn(value: unknown, host: string | null, items: HtmlItems): ImportItem | RefusedItem {
  const article = recordOf(value) ?? {}
  const title = importTitle(firstText(article, ['title']))
  const id = firstText(article, ['slug', 'path', 'id'])
  if (typeof article.body_markdown !== 'string' || id === '')
    return { key: null, title, refused: 'unreadable' }
  const { fields, body } = documentOf(article.body_markdown)
  const isDraft = article.published === false
  const path = isDraft ? '' : firstText(article, ['path'])
  const canonical =
    firstText(article, ['canonical_url']) || (host !== null && path !== '' ? host + path : '')
  return itemOf(
    {
      id,
      fields: { ...article, ...fields, ...merged(article), ...authored(article) },
      body,
      fallbackTitle: id.replaceAll('-', ' '),
      isDraft,
      publishedAt: firstDate([article.published_at, article.crossposted_at, article.created_at]),
      url: URL.parse(canonical)?.href ?? null,
      path: path || null,
      losses: videoOf(article),
    },
    items,
    { breaks: true },
  )
}

/** The columns have priority over the front matter of older articles. */
function merged(article: Fields): Fields {
  const { title, description, main_image: cover, cached_tag_list: cached, tag_list: list } = article
  const given = { title, description, cover_image: cover, tags: cached ?? list }
  return Object.fromEntries(
    Object.entries(given).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  )
}

function authored({ cached_user_name: name, cached_user_username: login }: Fields): Fields {
  return typeof name === 'string' || typeof login === 'string' ? { author: name || login } : {}
}

/** A video above the article. */
function videoOf({ video_source_url: source, video }: Fields): Loss[] {
  const losses = new Losses()
  if (typeof source === 'string' || typeof video === 'string')
    losses.add('video', String(source ?? video))
  return losses.list()
}
