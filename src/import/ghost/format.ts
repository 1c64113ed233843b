import { importDate } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import { contentHtml } from '#import/ghost/content.ts'
import { HtmlItems, type HtmlPost } from '#import/html/item.ts'
import { LIMITS } from '#import/import-error.ts'
import type { ImportAuthor } from '#import/item.ts'
import { type Json, jsonOf, listIn, objectIn, textIn } from '#import/json.ts'
import { filesThatBegin, type SourceFiles } from '#import/source-files.ts'
import { escapeText } from '#kernel/html/entities.ts'

/** The export of Ghost: one JSON file, alone or in an archive with `content/images`. */
export const ghost: ImportFormat = {
  name: 'ghost',
  matches: async (files) => (await exportsIn(files)).length > 0,
  async *read(files) {
    const items = new HtmlItems('ghost', { files })
    for (const name of await exportsIn(files)) {
      const root = objectIn(jsonOf(await files.text(name, LIMITS.json), name))
      const site = siteIn(objectIn(objectIn(listIn(root.db)[0] ?? root).data))
      for (const post of site.posts) yield items.item(postOf(post, site))
    }
  },
}

/** Ghost writes this in place of its own address. */
const OWN_ADDRESS = /__GHOST_URL__\/?/g

const exportsIn = (files: SourceFiles): Promise<string[]> =>
  filesThatBegin(files, /^(?:[^/]+\/){0,2}[^/]+\.json$/i, isExport)

const isExport = (text: string) =>
  /^\s*\{\s*"db"\s*:/.test(text) ||
  (/^\s*\{\s*"(?:meta|data)"\s*:/.test(text) && /"(?:exported_on|posts)"\s*:/.test(text))

interface Site {
  posts: Json[]
  authors: Map<string, ImportAuthor>
  /** The keys of the authors and of the tags, by post id, in the order of the post. */
  authorsOf: Map<string, string[]>
  tagsOf: Map<string, string[]>
  tags: Map<string, string>
  meta: Map<string, Json>
}

function siteIn(data: Json): Site {
  const rows = (name: string) => listIn(data[name]).map(objectIn)
  return {
    posts: rows('posts'),
    authors: new Map(rows('users').map((user) => [textIn(user.id), authorOf(user)])),
    authorsOf: joined(rows('posts_authors'), 'author_id'),
    tagsOf: joined(rows('posts_tags'), 'tag_id'),
    tags: new Map(
      rows('tags')
        .filter((tag) => textIn(tag.visibility) !== 'internal' && !textIn(tag.name).startsWith('#'))
        .map((tag) => [textIn(tag.id), textIn(tag.name)]),
    ),
    meta: new Map(rows('posts_meta').map((meta) => [textIn(meta.post_id), meta])),
  }
}

function authorOf(user: Json): ImportAuthor {
  const key = textIn(user.slug) || textIn(user.id)
  return { key, name: textIn(user.name) || key, email: textIn(user.email) || null }
}

/** The other ids in the rows of a join table, for each post in their order. */
function joined(rows: readonly Json[], other: string): Map<string, string[]> {
  const order = (row: Json) => Number(row.sort_order) || 0
  const byPost = Map.groupBy(
    rows.toSorted((a, b) => order(a) - order(b)),
    (row) => textIn(row.post_id),
  )
  return new Map([...byPost].map(([post, own]) => [post, own.map((row) => textIn(row[other]))]))
}

function postOf(post: Json, site: Site): HtmlPost {
  const id = textIn(post.id)
  const slug = textIn(post.slug)
  const local = (text: string) => text.replace(OWN_ADDRESS, '/')
  const { html, losses } = contentHtml(post)
  // An import must not make a post for subscribers, or a page, a public post.
  const isPublic =
    textIn(post.status) === 'published' && ['', 'public'].includes(textIn(post.visibility))
  const isPage = textIn(post.type) === 'page' || post.page === 1 || post.page === true
  const isPublished = isPublic && !isPage
  const authors = [...(site.authorsOf.get(id) ?? []), textIn(post.author_id)]
  return {
    id: textIn(post.uuid) || id || slug,
    title: escapeText(textIn(post.title)),
    html: local(html),
    losses,
    summary: escapeText(textIn(post.custom_excerpt)),
    tags: (site.tagsOf.get(id) ?? []).flatMap((tag) => site.tags.get(tag) ?? []),
    cover: local(textIn(post.feature_image) || textIn(post.image)),
    isPublished,
    publishedAt: isPublished ? importDate(post.published_at) : null,
    updatedAt: importDate(post.updated_at),
    url: textIn(post.canonical_url) || textIn(site.meta.get(id)?.canonical_url),
    path: slug === '' ? null : `/${slug}/`,
    author:
      authors.map((author) => site.authors.get(author)).find((author) => author !== undefined) ??
      null,
  }
}
