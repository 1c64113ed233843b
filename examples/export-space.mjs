// Exports the public posts of a user into a new folder, for backup or offline reading.
//
//   node examples/export-space.mjs <uid> <folder>
//
// posts/<id>.html can be opened directly; their images are in images/. space.json lists the posts
// with their comments.
//
// Run `npm run build` once before: the examples use joule/client.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JouleError, Mistake, run, theSite } from './run.mjs'

await run(async () => {
  const [uid, folder] = [Number(process.argv[2]), process.argv[3]]
  if (!Number.isInteger(uid) || uid < 1 || !folder)
    throw new Mistake('usage: node examples/export-space.mjs <uid> <folder>')
  const inside = await readdir(folder).catch(() => [])
  if (inside.length > 0) throw new Mistake(`${folder} is not empty: choose a new folder`)
  const joule = theSite()
  const followers = await publicFollowers(joule, uid)
  for (const part of ['posts', 'images']) await mkdir(join(folder, part), { recursive: true })

  const posts = []
  for await (const { id } of joule.each('/api/posts', { query: { author: uid, limit: 50 } })) {
    const post = await joule.get('/api/posts/{id}', { path: { id } })
    const comments = await all(
      joule.each('/api/posts/{id}/comments', { path: { id }, query: { sort: 'old' } }),
    )
    const { body, ...about } = post
    await writeFile(
      join(folder, 'posts', `${id}.html`),
      pageOf(post.title, await withPicturesIn(folder, body)),
    )
    posts.push({ ...about, file: `posts/${id}.html`, comments })
    console.log(`${post.title} (${comments.length} comments)`)
  }
  await writeFile(join(folder, 'space.json'), JSON.stringify({ uid, followers, posts }, null, 2))
  console.log(`${posts.length} posts exported to ${folder}`)
})

/**
 * The names of the followers of this user, or null if the list is private.
 * @param {import('joule/client').Joule} joule @param {number} uid
 */
async function publicFollowers(joule, uid) {
  try {
    const followers = await all(joule.each('/api/users/{uid}/followers', { path: { uid } }))
    return followers.map(({ display_name }) => display_name)
  } catch (error) {
    if (error instanceof JouleError && error.code === 'list_private') return null
    if (error instanceof JouleError && error.code === 'not_found')
      throw new Mistake(`user ${uid} does not exist`)
    throw error
  }
}

/** @template T @param {AsyncIterable<T>} items */
async function all(items) {
  const found = []
  for await (const item of items) found.push(item)
  return found
}

/** @param {string} folder @param {string} html */
async function withPicturesIn(folder, html) {
  const site = process.env.JOULE_URL || 'http://localhost:8787'
  for (const [, key = ''] of html.matchAll(/src="\/images\/([\w.-]+)"/g)) {
    const response = await fetch(new URL(`/images/${key}`, site))
    if (response.ok)
      await writeFile(join(folder, 'images', key), Buffer.from(await response.arrayBuffer()))
  }
  return html.replaceAll('src="/images/', 'src="../images/')
}

/** @param {string} title @param {string} body */
function pageOf(title, body) {
  const safe = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><meta charset="utf-8"><title>${safe}</title>\n<h1>${safe}</h1>\n${body}\n`
}
