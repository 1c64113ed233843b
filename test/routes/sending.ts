import { type Client, plainForm, type Sent, type TestResponse } from '#test/world.ts'
import type { People, RouteLine, Sending } from './route-line.ts'

/** The request of a route line and its sender. */
export interface Ready {
  caller: Client
  request: Sending & { path: string }
  /** Sends the request. It can be sent several times. */
  send(sent?: Sent): Promise<TestResponse>
}

export async function ready(people: People, name: string, line: RouteLine): Promise<Ready> {
  const [method = '', path = ''] = name.split(' ')
  const request = await requestOf(path, people, line)
  const caller = request.by ?? callerOf(people, line)
  // The CSRF token is fetched once per session, not per write. A login sets it.
  if (method !== 'GET' && !caller.cookies.has('joule_csrf')) await caller.get('/api/auth/csrf')
  return {
    caller,
    request,
    send: (sent: Sent = {}) => caller.send(method, request.path, { ...bodyOf(request), ...sent }),
  }
}

/**
 * The request of a route line. If the line gives no path, or only a query, the parameters of the
 * path are ids of the people. A value that the line gives is the first parameter.
 */
export async function requestOf(
  route: string,
  people: People,
  { sent }: RouteLine,
): Promise<Sending & { path: string }> {
  const given = await sent?.(people)
  if (typeof given === 'object') return { path: pathWithIds(route, people), ...given }
  if (given === undefined) return { path: pathWithIds(route, people) }
  if (String(given).startsWith('?')) return { path: pathWithIds(route, people) + given }
  const isPath = String(given).startsWith('/')
  return {
    path: isPath ? String(given) : route.replace(/:\w+/, String(given)).replace(/:\w+/g, '1'),
  }
}

/** The path of a route, with an id of the people as its parameter. */
function pathWithIds(path: string, { author, reader, member }: People): string {
  return path
    .replace('/admin/posts/:id', `/admin/posts/${author.pending}`)
    .replace(/\/admin\/users\/:uid(?!\/hide)/, `/admin/users/${member.uid}`)
    .replace('/tags/:tag', `/tags/${encodeURIComponent(author.tag)}`)
    .replace('/studio/posts/:id', `/studio/posts/${author.draft}`)
    .replace('/posts/:id', `/posts/${author.approved}`)
    .replace(/\/comments\/:\w+/, `/comments/${reader.comment}`)
    .replace(':postId', String(author.approved))
    .replace('/folders/:id', `/folders/${reader.folder}`)
    .replace(/\/(users|space)\/:uid/, `/$1/${author.uid}`)
}

function callerOf(people: People, { access, as }: RouteLine): Client {
  if (as !== undefined) return people[as]
  if (access === 'public' || access === 'anyone') return people.visitor
  return people[access === 'signedIn' ? 'member' : access]
}

function bodyOf({ path, json, file, form, headers }: Sending & { path: string }): Sent {
  if (form) return plainForm(form)
  if (file === undefined) return { json, ...(headers && { headers }) }
  const body = new FormData()
  body.set('file', new File([file], 'picture.png', { type: 'image/png' }))
  return path.startsWith('/api/') ? { body } : { body, headers: { origin: 'http://joule.test' } }
}
