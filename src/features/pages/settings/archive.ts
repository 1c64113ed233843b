import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { exportOf, pagesOf } from '#features/pages/settings/export.ts'
import { EXPORTED_TABLES, type Row } from '#features/pages/settings/exported-tables.ts'
import { type ZipEntry, zipOf } from '#kernel/formats/zip.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { markdownOf } from '#kernel/html/markdown.ts'

/**
 * Limits the size of the ZIP (2.5 GB of images) and the number of bucket calls, which the platform restricts per request. The JSON
 * file has the URLs of all images.
 */
const ARCHIVE_IMAGES_MAX = 500

/** The export as a ZIP: the JSON file, each post as Markdown and HTML, and the images. */
export function archiveOf(
  db: Database,
  bucket: R2Bucket,
  viewer: Pick<Viewer, 'uid'>,
  now: Date,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return zipOf(entriesOf(db, bucket, viewer, now), now)
}

async function* entriesOf(
  db: Database,
  bucket: R2Bucket,
  viewer: Pick<Viewer, 'uid'>,
  now: Date,
): AsyncGenerator<ZipEntry> {
  yield { name: 'data.json', content: exportOf(db, viewer, now) }
  for (const which of ['posts', 'deleted_posts'] as const) {
    for await (const posts of rowsOf(db, which, viewer)) yield* posts.flatMap(filesOf)
  }
  let images = 0
  for await (const rows of rowsOf(db, 'images', viewer)) {
    for (const { url } of rows) {
      if (images === ARCHIVE_IMAGES_MAX) return
      images += 1
      const file = await bucket.get(String(url).slice('/images/'.length))
      // The cleanup may have deleted the image meanwhile.
      if (file) yield { name: String(url).slice(1), content: new Uint8Array(await file.arrayBuffer()) }
    }
  }
}

async function* rowsOf(
  db: Database,
  name: 'posts' | 'deleted_posts' | 'images',
  viewer: Pick<Viewer, 'uid'>,
): AsyncGenerator<Row[]> {
  const source = EXPORTED_TABLES[name]
  if (source) yield* pagesOf(db, source, viewer.uid)
}

function filesOf(post: Row): ZipEntry[] {
  return [
    { name: `posts/${post.id}.md`, content: [markdownFile(post)] },
    { name: `posts/${post.id}.html`, content: [htmlFile(post)] },
  ]
}

function markdownFile({ title, body }: Row): string {
  return `# ${String(title).replace(/\s+/g, ' ')}\n\n${withRelativeImages(markdownOf(String(body)))}`
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
${withRelativeImages(String(body))}
`
}

/** Makes image URLs relative: in the ZIP, `images` is a sibling of `posts`. */
function withRelativeImages(text: string): string {
  return text.replace(/((?:src="|\]\(<))\/images\//g, '$1../images/')
}
