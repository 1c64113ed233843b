import { pagesOfApp } from '../../../tools/prove/fuzz/site.ts'
import { OWNER } from '../support/small-site.ts'
import { type MeasuredSite, PASSKEY, WEBHOOK } from './measured-site.ts'
import { type Field, fieldsOf, headerField, type Operation, queryField, type Sending } from './sendings.ts'
import { uploadField } from './uploads.ts'

/** The headers that the site reads, with the prefix that each needs. */
const HEADERS: [method: string, path: string, name: string, start?: string, body?: string][] = [
  ['GET', '/', 'accept-language'],
  ['GET', '/', 'cookie'],
  ['GET', '/', 'cookie', 'joule_at='],
  ['GET', '/', 'if-none-match'],
  ['GET', '/', 'cf-connecting-ip'],
  ['GET', '/', 'sec-fetch-dest'],
  ['GET', '/api/settings/sessions', 'authorization', 'Bearer '],
  ['POST', '/api/auth/check-email', 'x-csrf-token', '', '{}'],
  ['POST', '/api/auth/check-email', 'origin', '', '{}'],
  ['POST', '/api/auth/login', 'user-agent', 'Mozilla/5.0 (', '{}'],
  ['POST', '/api/settings/avatar', 'content-type', 'multipart/form-data; boundary=', 'a'],
  ['POST', '/api/posts/{id}/comments', 'idempotency-key', '', '{"body":"b"}'],
]

interface PreparedField {
  field: Field
  /** The request with ids of existing things, created again if the route deletes them. */
  prepared: (sending: Sending) => Promise<Sending>
}

/** Everything on a small site that accepts text. */
export async function fieldsOfSite(site: MeasuredSite): Promise<PreparedField[]> {
  const post = () => publishedPost(site)
  const comment = async (on: number) => (await site.made(`/api/posts/${on}/comments`, { body: 'b' })).id ?? 0
  const postId = await post()
  const commentId = await comment(postId)
  const { id: folderId = 0 } = await site.made('/api/folders', { name: 'A folder' })
  const { id: seriesId = 0 } = await site.made('/api/studio/series', { title: 'A series' })
  const other = { email: 'other@joule.test', password: 'somebody else here' }
  const uid = JSON.parse((await site.call(sendingOf('/api/auth/register', other))).text).user.uid
  // Otherwise the first post would need a review.
  await site.call({ method: 'PUT', path: '/api/settings/profile', body: JSON.stringify({ signature: 'Hello' }) })
  const sessions = JSON.parse((await site.call({ method: 'GET', path: '/api/settings/sessions' })).text)
  const known = {
    ...{ email: 'third@joule.test', password: 'a third person here', current_password: OWNER.password },
    ...{ new_password: OWNER.password, title: 'A title', body: '<p>words</p>', post_id: postId, ids: [postId] },
    ...{ uids: [uid], amount: 1, reason: 'A reason', status: 'banned', action: 'seen' },
  }
  const { paths } = JSON.parse((await site.call({ method: 'GET', path: '/api/openapi.json' })).text)
  const inApi = Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => [
      ...fieldsOf(method.toUpperCase(), path, operation, known),
      ...(operation.requestBody?.content['multipart/form-data'] ? [uploadField(method.toUpperCase(), path)] : []),
    ]),
  )
  const inPages = (await pageQueries()).map(([path, ...asked]) => ({
    ...queryField('GET', path.replace(/:(\w+)/g, '{$1}'), ...asked),
    isShared: true,
  }))
  const inHeaders = HEADERS.map(([method, path, name, start = '', body]) =>
    headerField(method, path, name, start, body),
  )
  const idFor = async (method: string, path: string) => {
    if (/posts\/\{id\}\/(reject|lock)$/.test(path) || (method === 'DELETE' && path.includes('/posts'))) return post()
    if (path.includes('/comments/{id}')) return method === 'DELETE' ? comment(postId) : commentId
    if (path.includes('/passkeys')) return PASSKEY
    if (path.includes('/webhooks')) return WEBHOOK
    if (path.includes('/series')) return seriesId
    return path.includes('/folders') ? folderId : postId
  }
  const prepared = async ({ method, path, ...rest }: Sending) => {
    const ids: Record<string, unknown> = {
      uid,
      root_id: commentId,
      comment_id: commentId,
      tag: TAG,
      sid: sessions.items[0].sid,
    }
    if (path.includes('{id}')) ids.id = await idFor(method, path)
    return { method, path: path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name])), ...rest }
  }
  return [...inApi, ...inPages, ...inHeaders].map((field) => ({ field, prepared }))
}

/** On every post, so that the tag exists. */
const TAG = 'a'

async function publishedPost(site: MeasuredSite): Promise<number> {
  const { id = 0 } = await site.made('/api/studio/posts', { title: 'A title', body: '<p>words</p>', tags: [TAG] })
  await site.call(sendingOf(`/api/admin/posts/${id}/approve`, {}))
  return id
}

function sendingOf(path: string, fields: object): Sending {
  return { method: 'POST', path, body: JSON.stringify(fields) }
}

type PageQuery = [path: string, name: string, maxLength: number | undefined]

/** The query parameters of all pages. */
export async function pageQueries(): Promise<PageQuery[]> {
  const reads = (await pagesOfApp()).filter(({ method }) => method === 'GET')
  return reads.flatMap(({ path, asked, maxLengths }) => asked.map((name): PageQuery => [path, name, maxLengths[name]]))
}
