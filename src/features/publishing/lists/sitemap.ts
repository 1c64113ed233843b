import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { escapeText } from '#kernel/html/entities.ts'

/** Post ids per sitemap, public or not. A range of ids needs no counting of rows and has a bounded cost. */
export const IDS_PER_SITEMAP = 5_000
const TAGS_LISTED = 200

interface MappedPost {
  id: number
  changed_at: string
}

export interface PartOfSite {
  posts: MappedPost[]
  /** Only in the first part. */
  tags: string[]
}

/** The number of sitemaps and, if there is only one, its content. */
export async function wholeSite(db: Database): Promise<{ parts: number; first: PartOfSite | null }> {
  const [[newest], posts, tags] = await db.batch([
    newestId,
    postsIn(1, ifSmall(IDS_PER_SITEMAP)),
    popularTags(ifSmall(TAGS_LISTED)),
  ])
  const parts = Math.max(1, Math.ceil((newest?.id ?? 0) / IDS_PER_SITEMAP))
  return { parts, first: parts === 1 ? { posts, tags: tags.map(({ name }) => name) } : null }
}

/** Returns null if there is no such part. */
export async function partOfSite(db: Database, part: number): Promise<PartOfSite | null> {
  const [[newest], posts, tags] = await db.batch([
    newestId,
    postsIn(part),
    popularTags(sql`${part === 1 ? TAGS_LISTED : 0}`),
  ])
  if (part > Math.max(1, Math.ceil((newest?.id ?? 0) / IDS_PER_SITEMAP))) return null
  return { posts, tags: tags.map(({ name }) => name) }
}

const newestId: Statement<{ id: number | null }> = sql`SELECT max(id) AS id FROM posts`

/**
 * The bound, or zero if the site has several sitemaps. An empty range reads no rows, while a condition would be evaluated for
 * every row.
 */
function ifSmall(bound: number): Statement {
  return sql`iif((SELECT max(id) FROM posts) <= ${IDS_PER_SITEMAP}, ${bound}, 0)`
}

function postsIn(part: number, last: Statement = sql`${part * IDS_PER_SITEMAP}`): Statement<MappedPost> {
  const first = (part - 1) * IDS_PER_SITEMAP + 1
  return sql`
    SELECT p.id, coalesce(p.edited_at, p.published_at) AS changed_at FROM posts p NOT INDEXED
    WHERE p.id BETWEEN ${first} AND ${last} AND ${isPublic} AND p.canonical_url IS NULL
    ORDER BY p.id`
}

function popularTags(limit: Statement): Statement<{ name: string }> {
  return sql`SELECT name FROM tags WHERE posts_count > 0 ORDER BY posts_count DESC, tag_key DESC LIMIT ${limit}`
}

export interface MappedPage {
  url: string
  changedAt?: string
}

/** https://www.sitemaps.org/protocol.html */
export function sitemap(pages: MappedPage[]): string {
  const urls = pages.map(({ url, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
    return `<url><loc>${escapeText(url)}</loc>${changed}</url>`
  })
  return inXml('urlset', urls)
}

/** For a site with too many pages for one sitemap. */
export function sitemapIndex(urls: string[]): string {
  return inXml(
    'sitemapindex',
    urls.map((url) => `<sitemap><loc>${escapeText(url)}</loc></sitemap>`),
  )
}

function inXml(root: string, elements: string[]): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
  ]
  return [...lines, ...elements, `</${root}>`, ''].join('\n')
}
