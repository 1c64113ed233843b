// Publishes a folder of Markdown files. When run again, it sends only changed files.
//
//   JOULE_EMAIL=… JOULE_PASSWORD=… node examples/publish-markdown.mjs <folder>
//
// A file starts with `# Title`. Front matter above it may set `tags: one, two`, `summary` and
// `draft: true`. Images beside the file are uploaded. The post id of each file is stored in
// <folder>/.joule.json.
//
// Run `npm run build` once before: the examples use joule/client.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { marked } from 'marked'
import { explain, Mistake, run, theSiteSignedIn } from './run.mjs'

await run(async () => {
  const folder = process.argv[2]
  if (!folder) throw new Mistake('usage: node examples/publish-markdown.mjs <folder>')
  const names = await readdir(folder, { recursive: true }).catch(() => {
    throw new Mistake(`${folder} is not a readable folder`)
  })
  const files = names.filter((name) => name.endsWith('.md')).sort()
  if (files.length === 0) throw new Mistake(`${folder} contains no .md files`)
  const joule = await theSiteSignedIn()
  const published = await readPublished(folder)
  for (const file of files) {
    try {
      console.log(`${file}: ${await publish(joule, folder, file, published)}`)
    } catch (error) {
      console.error(`${file}: ${explain(error)}`)
      process.exitCode = 1
    }
    await writeFile(join(folder, '.joule.json'), `${JSON.stringify(published, null, 2)}\n`)
  }
})

/** @typedef {Record<string, { id: number, hash: string }>} Published */

/**
 * @param {import('joule/client').Joule} joule @param {string} folder @param {string} file @param
 *   {Published} published
 */
async function publish(joule, folder, file, published) {
  const text = await readFile(join(folder, file), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  const before = published[file]
  if (before?.hash === hash) return 'unchanged'
  const { title, markdown, draft, ...about } = parse(text)
  const body = await withPictures(joule, dirname(join(folder, file)), await marked(markdown))
  const content = { title, body, ...about }
  let post = before
    ? await joule.put('/api/studio/posts/{id}', { path: { id: before.id }, body: content })
    : await joule.post('/api/studio/posts', { body: { ...content, draft }, idempotencyKey: hash })
  published[file] = { id: post.id, hash }
  // If review is on, a new post is a draft until it is submitted.
  if (post.status === 'draft' && !draft)
    post = await joule.post('/api/studio/posts/{id}/submit', { path: { id: post.id } })
  return `${before ? 'changed' : 'new'}, ${post.status}, post ${post.id}`
}

/** @param {string} text */
function parse(text) {
  const [, front = '', rest = ''] =
    /^(?:---\r?\n([\s\S]*?)\r?\n---\r?\n)?([\s\S]*)$/.exec(text) ?? []
  /** @type {Record<string, string>} */
  const about = {}
  for (const line of front.split(/\r?\n/).filter(Boolean)) {
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? []
    if (!['tags', 'summary', 'draft'].includes(name))
      throw new Mistake(`unknown front matter: "${line}"`)
    about[name] = value.trim()
  }
  const [heading = '', title] = /^\s*# +(.+)\r?\n?/.exec(rest) ?? []
  if (!title) throw new Mistake('has no title: the first line must be "# Title"')
  return {
    title,
    markdown: rest.slice(heading.length),
    draft: about.draft === 'true',
    ...(about.summary && { summary: about.summary }),
    ...(about.tags && { tags: about.tags.split(',').map((tag) => tag.trim()) }),
  }
}

/** @param {import('joule/client').Joule} joule @param {string} folder @param {string} html */
async function withPictures(joule, folder, html) {
  for (const [, src = ''] of html.matchAll(/<img src="([^":]+)"/g)) {
    const bytes = await readFile(resolve(folder, decodeURIComponent(src))).catch(() => {
      throw new Mistake(`image ${src} does not exist`)
    })
    const { url } = await joule.post('/api/posts/upload-image', {
      body: { file: new Blob([bytes]) },
    })
    html = html.replaceAll(`src="${src}"`, `src="${url}"`)
  }
  return html
}

/** @param {string} folder @returns {Promise<Published>} */
async function readPublished(folder) {
  const text = await readFile(join(folder, '.joule.json'), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text)
  } catch {
    throw new Mistake(
      `${join(folder, '.joule.json')} is damaged: restore it, or every file would be published again`,
    )
  }
}
