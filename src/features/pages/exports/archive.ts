import type { Format } from '#features/pages/exports/data.ts'
import type { Row } from '#features/pages/exports/exported-tables.ts'
import { GHOST_IMAGES } from '#features/pages/exports/ghost.ts'
import { slugOf, tagsOf } from '#features/pages/exports/post-names.ts'
import type { ZipWriter } from '#kernel/formats/zip.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { markdownOf } from '#kernel/html/markdown.ts'

/**
 * The folders of a site of Hugo, which other generators read too: Markdown refers to `static/images/x.png` as `/images/x.png`.
 */
const MARKDOWN_FOLDER = 'content/posts/'
const STATIC_FOLDER = 'static'

/** Adds a post as HTML, which a browser shows without a site, and as Markdown. Deleted posts must not return with an import. */
export function addPost(zip: ZipWriter, post: Row): void {
  if (post.deleted_at === null) zip.compress(`${MARKDOWN_FOLDER}${nameOf(post)}.md`, markdownFile(post))
  zip.compress(`posts/${post.id}.html`, htmlFile(post))
}

export async function addImage(zip: ZipWriter, bucket: R2Bucket, { url }: Row, format: Format): Promise<void> {
  const key = String(url).slice('/images/'.length)
  const file = await bucket.get(key)
  const name = format === 'ghost' ? GHOST_IMAGES + key : `${STATIC_FOLDER}${url}`
  // The cleanup may have deleted the image meanwhile.
  if (file) zip.store(name, new Uint8Array(await file.arrayBuffer()))
}

function nameOf({ id, title }: Row): string {
  return slugOf(String(title), id)
}

function markdownFile(post: Row): string {
  // Hugo runs shortcodes even in code, and stops at an unknown one. This is its syntax for a shortcode that is only shown.
  const text = markdownOf(String(post.body)).replace(/\{\{([<%])([^{}]*)([>%])\}\}/g, '{{$1/*$2*/$3}}')
  return `---\n${frontMatter(post)}---\n\n${text}`
}

/** JSON is YAML. A field without a value is left out. */
function frontMatter(post: Row): string {
  const fields = {
    title: post.title,
    date: post.published_at ?? post.created_at,
    lastmod: post.edited_at ?? post.published_at ?? post.updated_at,
    draft: post.status !== 'approved',
    slug: nameOf(post),
    aliases: [`/posts/${post.id}`],
    tags: tagsOf(post).map(([, name]) => name),
    description: post.summary_is_own ? post.summary : null,
    image: post.cover_url,
    canonical_url: post.canonical_url,
  }
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replace(NOT_IN_YAML, escapedCode)}\n`)
    .join('')
}

/** Characters that JSON allows in a string, and YAML parsers refuse or read as a line break. */
const NOT_IN_YAML = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

function escapedCode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
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
${String(body).replaceAll('<img src="/images/', `<img src="../${STATIC_FOLDER}/images/`)}
`
}
