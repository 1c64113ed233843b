import type { Row } from '#features/pages/exports/exported-tables.ts'
import type { ZipWriter } from '#kernel/formats/zip.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { markdownOf } from '#kernel/html/markdown.ts'

/** The name of the JSON file in the ZIP. */
export const DATA_FILE = 'data.json'

/** Adds a post as Markdown and HTML. */
export function addPost(zip: ZipWriter, post: Row): void {
  zip.compress(`posts/${post.id}.md`, markdownFile(post))
  zip.compress(`posts/${post.id}.html`, htmlFile(post))
}

export async function addImage(zip: ZipWriter, bucket: R2Bucket, { url }: Row): Promise<void> {
  const file = await bucket.get(String(url).slice('/images/'.length))
  // The cleanup may have deleted the image meanwhile.
  if (file) zip.store(String(url).slice(1), new Uint8Array(await file.arrayBuffer()))
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
