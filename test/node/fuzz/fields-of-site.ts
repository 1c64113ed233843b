import { type MeasuredSite, OWNER } from './measured-site.ts'
import { type Field, fieldsOf, type Operation, queryField, type Sending } from './sendings.ts'

/** What pages ask for in their address: the description of the API does not list pages. */
const PAGES: [path: string, name: string, maxLength?: number][] = [
  ['/', 'cursor', 500],
  ['/posts', 'tag', 24],
  ['/search', 'q', 100],
  ['/search', 'cursor', 500],
  ['/moderation', 'cursor', 500],
  ['/login', 'next'],
  ['/register', 'next'],
  ['/claim', 'token'],
  ['/messages', 'cursor'],
  ['/studio', 'cursor'],
  ['/settings', 'cursor'],
  ['/studio/write', 'id', 15],
  ['/admin/posts', 'q', 100],
  ['/admin/comments', 'q', 100],
  ['/admin/users', 'q', 100],
  ['/admin/audit-log', 'action', 50],
]

interface PreparedField {
  field: Field
  /** The sending with the ids of things that are there, made anew where the route takes them away. */
  prepared: (sending: Sending) => Promise<Sending>
}

/** Everything on a small site that takes text. */
export async function fieldsOfSite(site: MeasuredSite): Promise<PreparedField[]> {
  const post = () => publishedPost(site)
  const comment = async (on: number) => (await site.made(`/api/posts/${on}/comments`, { body: 'b' })).id ?? 0
  const postId = await post()
  const commentId = await comment(postId)
  const { id: folderId = 0 } = await site.made('/api/folders', { name: 'A folder' })
  const other = { email: 'other@joule.test', password: 'somebody else here' }
  const uid = JSON.parse((await site.call(sendingOf('/api/auth/register', other))).text).user.uid
  // The first that would be reviewed.
  await site.call({ method: 'PUT', path: '/api/settings/profile', body: JSON.stringify({ signature: 'Hello' }) })
  const sessions = JSON.parse((await site.call({ method: 'GET', path: '/api/settings/sessions' })).text)
  const known = {
    ...{ email: 'third@joule.test', password: 'a third person here', current_password: OWNER.password },
    ...{ new_password: OWNER.password, title: 'A title', body: '<p>words</p>', post_id: postId, ids: [postId] },
    ...{ uids: [uid], amount: 1, reason: 'A reason', status: 'banned', action: 'seen' },
  }
  const { paths } = JSON.parse((await site.call({ method: 'GET', path: '/api/openapi.json' })).text)
  const inApi = Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => fieldsOf(method.toUpperCase(), path, operation, known)),
  )
  const inPages = PAGES.map((page) => queryField('GET', ...page))
  const idFor = async (method: string, path: string) => {
    if (/posts\/\{id\}\/(reject|lock)$/.test(path) || (method === 'DELETE' && path.includes('/posts'))) return post()
    if (path.includes('/comments/{id}')) return method === 'DELETE' ? comment(postId) : commentId
    return path.includes('/folders') ? folderId : postId
  }
  const prepared = async ({ method, path, ...rest }: Sending) => {
    const ids: Record<string, unknown> = { uid, root_id: commentId, sid: sessions.items[0].sid }
    if (path.includes('{id}')) ids.id = await idFor(method, path)
    return { method, path: path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name])), ...rest }
  }
  return [...inApi, ...inPages].map((field) => ({ field, prepared }))
}

async function publishedPost(site: MeasuredSite): Promise<number> {
  const { id = 0 } = await site.made('/api/studio/posts', { title: 'A title', body: '<p>words</p>' })
  await site.call(sendingOf(`/api/admin/posts/${id}/approve`, {}))
  return id
}

function sendingOf(path: string, fields: object): Sending {
  return { method: 'POST', path, body: JSON.stringify(fields) }
}
