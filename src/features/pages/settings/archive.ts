import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { exportOf, pagesOf } from '#features/pages/settings/export.ts'
import { HOLDINGS, type Row } from '#features/pages/settings/holdings.ts'
import { type ZipEntry, zipOf } from '#kernel/formats/zip.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { markdownOf } from '#kernel/html/markdown.ts'

/**
 * The number of calls to the bucket in one request is limited, and 2.5 GB of images are enough for a ZIP. The addresses of all of
 * them are in the JSON file.
 */
const ARCHIVE_IMAGES_MAX = 500

/** The export to read at home: the same JSON file, each post as Markdown and as HTML, and the images they show. */
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
      // The clean-up may have removed the image meanwhile.
      if (file) yield { name: String(url).slice(1), content: new Uint8Array(await file.arrayBuffer()) }
    }
  }
}

async function* rowsOf(
  db: Database,
  name: 'posts' | 'deleted_posts' | 'images',
  viewer: Pick<Viewer, 'uid'>,
): AsyncGenerator<Row[]> {
  const holding = HOLDINGS[name]
  if (holding) yield* pagesOf(db, holding, viewer.uid)
}

function filesOf(post: Row): ZipEntry[] {
  return [
    { name: `posts/${post.id}.md`, content: [markdownFile(post)] },
    { name: `posts/${post.id}.html`, content: [htmlFile(post)] },
  ]
}

function markdownFile({ title, body }: Row): string {
  return `# ${String(title).replace(/\s+/g, ' ')}\n\n${beside(markdownOf(String(body)))}`
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
${beside(String(body))}
`
}

/** Images lie beside the folder of the posts. */
function beside(text: string): string {
  return text.replace(/((?:src="|\]\(<))\/images\//g, '$1../images/')
}
