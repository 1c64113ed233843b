import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { popularTags } from '#features/publishing/tags/tags.ts'
import { escapeText } from '#kernel/html/entities.ts'

/**
 * Post ids per sitemap, public or not. A range of ids needs no counting of rows and has a bounded
 * cost.
 */
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
export async function wholeSite(
  db: Database,
): Promise<{ parts: number; first: PartOfSite | null }> {
  const { parts, ...first } = await readPart(
    db,
    postsIn(1, ifSmall(IDS_PER_SITEMAP)),
    ifSmall(TAGS_LISTED),
  )
  return { parts, first: parts === 1 ? first : null }
}

/** One of several sitemaps. Null if there is no such part. */
export async function partOfSite(db: Database, part: number): Promise<PartOfSite | null> {
  const { parts, ...found } = await readPart(db, postsIn(part), part === 1 ? TAGS_LISTED : 0)
  return part > parts ? null : found
}

async function readPart(db: Database, postsOfPart: Statement<MappedPost>, tagsMax: number | SQL) {
  const newestId = sql<{ id: number | null }>`SELECT max(id) AS id FROM posts`
  const [[newest], posts, tags] = await db.batch([newestId, postsOfPart, popularTags(tagsMax)])
  const parts = Math.max(1, Math.ceil((newest?.id ?? 0) / IDS_PER_SITEMAP))
  return { parts, posts, tags: tags.map(({ name }) => name) }
}

/**
 * The bound, or zero if the site has several sitemaps. An empty range reads no rows, while a
 * condition would be evaluated for every row.
 */
function ifSmall(bound: number): Statement {
  return sql`iif((SELECT max(id) FROM posts) <= ${IDS_PER_SITEMAP}, ${bound}, 0)`
}

function postsIn(
  part: number,
  last: Statement = sql`${part * IDS_PER_SITEMAP}`,
): Statement<MappedPost> {
  const first = (part - 1) * IDS_PER_SITEMAP + 1
  return sql`
    SELECT p.id, coalesce(p.edited_at, p.published_at) AS changed_at FROM posts p NOT INDEXED
    WHERE p.id BETWEEN ${first} AND ${last} AND ${isPublic} AND p.canonical_url IS NULL
    ORDER BY p.id`
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

/** For a site with too many posts for one sitemap. */
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
