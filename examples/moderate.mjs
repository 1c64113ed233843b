// The review queue on the command line, for admins.
//
//   JOULE_EMAIL=… JOULE_PASSWORD=… node examples/moderate.mjs                       list pending posts
//                                  node examples/moderate.mjs show <id>             print one post
//                                  node examples/moderate.mjs approve <id>…
//                                  node examples/moderate.mjs reject <id>… --reason "…"
//                                  node examples/moderate.mjs lock <id>… --reason "…"
//
// Run `npm run build` once before: the examples use joule/client.
import { parseArgs } from 'node:util'
import { JouleError, Mistake, run, theSiteSignedIn } from './run.mjs'

await run(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [verb = 'queue', ...rest] = positionals
  const ids = rest.map((text) => {
    if (!/^[1-9]\d*$/.test(text)) throw new Mistake(`"${text}" is not the id of a post`)
    return Number(text)
  })
  if (verb !== 'queue' && ids.length === 0) throw new Mistake(`${verb} needs at least one post id`)
  if (verb === 'queue') return showQueue(await asAdmin())
  if (verb === 'show') return showPost(await asAdmin(), ids[0] ?? 0)
  if (verb !== 'approve' && verb !== 'reject' && verb !== 'lock')
    throw new Mistake(`"${verb}" is not a command: use queue, show, approve, reject or lock`)
  if (verb !== 'approve' && !values.reason)
    throw new Mistake(`${verb} needs --reason "…", which is sent to the author`)
  await decide(await asAdmin(), verb, ids, values.reason)
})

/** @typedef {import('joule/client').Joule} Joule */

async function asAdmin() {
  const joule = await theSiteSignedIn()
  try {
    await joule.get('/api/admin/overview')
  } catch (error) {
    if (error instanceof JouleError && error.code === 'forbidden')
      throw new Mistake('this account is not an admin')
    throw error
  }
  return joule
}

/** @param {Joule} joule */
async function showQueue(joule) {
  let count = 0
  for await (const post of joule.each('/api/admin/posts', { query: { status: 'pending' } })) {
    count += 1
    console.log(
      `${String(post.id).padStart(6)}  ${post.title} · ${post.author_name} · ${post.updated_at.slice(0, 16)}`,
    )
  }
  console.log(
    count === 0 ? 'No pending posts.' : `${count} pending posts. Print one with: show <id>`,
  )
}

/** @param {Joule} joule @param {number} id */
async function showPost(joule, id) {
  const { title, author_name, status, body } = await joule.get('/api/admin/posts/{id}', {
    path: { id },
  })
  const text = body.replace(/<\/(p|h\d|li|pre|blockquote)>/g, '\n').replace(/<[^<>]+>/g, '')
  console.log(`${title}\n${author_name} · ${status}\n\n${text}`)
}

/**
 * @param {Joule} joule @param {'approve' | 'reject' | 'lock'} action @param {number[]} ids @param
 *   {string} [reason]
 */
async function decide(joule, action, ids, reason) {
  const { items } = await joule.post('/api/admin/posts/batch', {
    body: { ids, action, ...(reason && { reason }) },
  })
  for (const { id, ok, code } of items)
    console.log(`${id}: ${ok ? `${action} done` : `refused, ${code}`}`)
  if (items.some(({ ok }) => !ok)) process.exitCode = 1
}
