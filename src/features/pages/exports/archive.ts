import { type Compute, INLINE_MAX } from '#compute/client.ts'
import type { AccountExport } from '#db/schema/pages.ts'
import {
  EXPORTED_TABLES,
  type ExportedTable,
  type Row,
} from '#features/pages/exports/exported-tables.ts'
import { AppError } from '#kernel/errors.ts'
import { type PostFiles, postFiles } from '#kernel/formats/post-files.ts'
import type { ZipWriter } from '#kernel/formats/zip.ts'
import { withFormulas } from '#kernel/formulas/formulas.ts'
import { escapeText } from '#kernel/html/entities.ts'

export type Format = AccountExport['format']

/**
 * The folders of a site made with Hugo, which other generators read too. Markdown refers to
 * `static/images/x.png` as `/images/x.png`.
 */
const MARKDOWN_FOLDER = 'content/posts/'
const STATIC_FOLDER = 'static'

/**
 * Adds a post as HTML, which a browser shows without a site, and as Markdown. A deleted post is
 * only added as HTML, so that it does not return with an import, and so is a post that is too
 * complex for Markdown.
 */
export async function addPost(zip: ZipWriter, compute: Compute, post: Row): Promise<void> {
  const { markdown, page } = await filesOfPost(compute, post)
  if (markdown !== null) zip.compress(`${MARKDOWN_FOLDER}${nameOf(post)}.md`, markdown)
  zip.compress(`posts/${post.id}.html`, page)
}

export async function addImage(
  zip: ZipWriter,
  bucket: R2Bucket,
  { url }: Row,
  format: Format,
): Promise<void> {
  const key = String(url).slice('/images/'.length)
  const file = await bucket.get(key)
  const name = format === 'ghost' ? GHOST_IMAGES + key : `${STATIC_FOLDER}${url}`
  // The clean-up may have deleted the image since its row was read.
  if (file) zip.store(name, new Uint8Array(await file.arrayBuffer()))
}

function nameOf({ id, title }: Row): string {
  return slugOf(String(title), id)
}

function aiOf({ ai_made }: Row): 'made' | 'helped' | undefined {
  if (ai_made === null) return undefined
  return ai_made === 1 ? 'made' : 'helped'
}

/**
 * The Markdown file has the front matter of Hugo. Hugo runs shortcodes even in code and stops at an
 * unknown one, so `fileOfMarkdown` escapes them.
 */
async function filesOfPost(compute: Compute, post: Row): Promise<PostFiles> {
  const html = String(post.body)
  const markdown = post.deleted_at === null ? { fields: frontMatterOf(post), html } : null
  const page = htmlFile(post)
  if (html.length <= INLINE_MAX) return postFiles({ markdown, page })
  try {
    return await compute.run('postFiles', { markdown, page })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_complex')) throw error
    return compute.run('postFiles', { markdown: null, page })
  }
}

function frontMatterOf(post: Row): Record<string, unknown> {
  return {
    title: post.title,
    date: post.first_published_at ?? post.published_at ?? post.created_at,
    lastmod: post.edited_at ?? post.published_at ?? post.updated_at,
    draft: post.status !== 'approved',
    slug: nameOf(post),
    aliases: [`/posts/${post.id}`],
    tags: tagsOf(post).map(([, name]) => name),
    series: post.series ?? undefined,
    description: post.summary_is_own ? post.summary : undefined,
    image: post.cover_url ?? undefined,
    canonical_url: post.canonical_url ?? undefined,
    ai: aiOf(post),
  }
}

function htmlFile({ title, body }: Row): string {
  const name = escapeText(String(title))
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.0625rem/1.7 system-ui, sans-serif }
img { max-width: 100%; height: auto } pre { overflow: auto }</style>
<h1>${name}</h1>
${withFormulas(String(body)).replaceAll('<img src="/images/', `<img src="../${STATIC_FOLDER}/images/`)}
`
}

/** A slug is made from this many characters of a title. */
const LETTERS_MAX = 60

/** Words of letters and digits, separated by hyphens. An id before them makes the slug unique. */
function slugOf(text: string, id?: Row[string]): string {
  const words =
    [...text.toLowerCase()]
      .slice(0, LETTERS_MAX)
      .join('')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return (id === undefined ? words : [id, ...words]).join('-')
}

/** Pairs of key and name, in the order of the author. */
function tagsOf({ tags }: Row): [key: string, name: string][] {
  return JSON.parse(String(tags))
}

/** The folder of images in a ZIP for Ghost. */
const GHOST_IMAGES = 'content/images/'

/** Ghost replaces the first part by the address of the new site. */
const GHOST_URL = `__GHOST_URL__/${GHOST_IMAGES}`

const { images: IMAGES, posts: POSTS } = EXPORTED_TABLES as Record<
  'images' | 'posts',
  ExportedTable
>

/**
 * The tables that Ghost imports (`ghost/core/core/server/data/importer` in its repository). There
 * are no users, so the posts belong to the owner of the Ghost site.
 */
export const GHOST_TABLES: Record<string, ExportedTable> = {
  posts: POSTS,
  tags: {
    table: 'posts, json_each(posts.tags) AS tag',
    columns: `DISTINCT tag.value ->> 0 AS id, tag.value ->> 1 AS name`,
    whose: POSTS.whose,
    key: ['tag.value ->> 0 AS id', 'tag.value ->> 1 AS name'],
    // Every page reads all posts of the user.
    pageRows: 5_000,
  },
  posts_tags: {
    ...POSTS,
    columns: 'id, status, updated_at, tags',
    whose: `${POSTS.whose} AND tags <> '[]'`,
    pageRows: 500,
  },
}

/** The images of posts, without avatars and images of comments. */
export const GHOST_FILES: Record<string, ExportedTable> = {
  images: { ...IMAGES, whose: `${IMAGES.whose} AND purpose = 'post'` },
}

/**
 * The importer of Ghost needs a semantic version, and handles all versions since 1.0.0 in the same
 * way.
 */
export function ghostBeginning(startedAt: string): string {
  return `{"db":[{"meta":{"exported_on":${Date.parse(startedAt)},"version":"5.0.0"},"data":{`
}

export function ghostObjects(row: Row, table: string): object[] {
  switch (table) {
    case 'tags':
      return [tagOf(row)]
    case 'posts_tags':
      return tagsOf(row).map(([tag], index) => ({
        post_id: String(row.id),
        tag_id: tag,
        sort_order: index,
      }))
    default:
      return [postOf(row)]
  }
}

/**
 * Ghost finds an existing tag by its slug. A name with other characters gets no slug, so that Ghost
 * creates one and `C` and `C++` stay two tags.
 */
function tagOf({ id, name }: Row): object {
  return {
    id,
    name,
    ...(/^[\p{L}\p{M}\p{N} -]+$/u.test(String(name)) && { slug: slugOf(String(name)) }),
  }
}

function postOf(post: Row): object {
  const isPublished = post.status === 'approved'
  return {
    id: String(post.id),
    title: post.title || '(Untitled)',
    slug: slugOf(String(post.title), post.id),
    html: withFormulas(String(post.body)).replaceAll(
      '<img src="/images/',
      `<img src="${GHOST_URL}`,
    ),
    feature_image: post.cover_url && String(post.cover_url).replace(/^\/images\//, GHOST_URL),
    custom_excerpt: post.summary_is_own ? post.summary : null,
    canonical_url: post.canonical_url,
    type: 'post',
    status: isPublished ? 'published' : 'draft',
    visibility: 'public',
    created_at: post.created_at,
    updated_at: post.edited_at ?? post.updated_at,
    published_at: isPublished ? (post.first_published_at ?? post.published_at) : null,
  }
}
