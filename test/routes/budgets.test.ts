import { expect, test } from 'vitest'
import { type Client, plainForm, type Sent } from '#test/client.ts'
import { World } from '#test/world.ts'
import { gather } from './cast.ts'
import type { Cast, RouteLine, Sending } from './route-line.ts'
import { ROUTES } from './table.ts'

const ROWS_MAX = 30

test.each(Object.entries(ROUTES))('%s keeps its budget', async (name, line) => {
  const [method = '', path = ''] = name.split(' ')
  const cast = await gather(new World())
  const request = (await line.sent?.(cast)) ?? { path }
  const caller = request.by ?? callerOf(cast, line)
  // The CSRF token is asked for once in a session, not with every write.
  if (method !== 'GET') await caller.get('/api/auth/csrf')
  if (line.hasRead) await caller.get('/posts')
  const { status, headers, text } = await caller.send(method, request.path, bodyOf(request))
  expect(status, text.slice(0, 500)).toBe(line.status)
  const spent = figures(headers.get('server-timing') ?? '')
  expect(spent.roundTrips, 'D1 round trips').toBeLessThanOrEqual(line.trips)
  expect(spent.rowsRead, 'rows read').toBeLessThanOrEqual(line.rows ?? ROWS_MAX)
  expect(spent.rowsWritten, 'rows written').toBeLessThanOrEqual(line.written ?? 0)
})

test('a line that measures a refusal says why, and no other does', () => {
  const refused = Object.entries(ROUTES).filter(([, { status }]) => status >= 400)
  expect(refused.map(([name]) => name)).toEqual(
    Object.entries(ROUTES).flatMap(([name, { because }]) => (because === undefined ? [] : name)),
  )
})

function callerOf(cast: Cast, { access, as }: RouteLine): Client {
  if (as !== undefined) return cast[as]
  if (access === 'public' || access === 'anyone') return cast.visitor
  return cast[access === 'signedIn' ? 'member' : access]
}

function bodyOf({ json, file, form }: Sending): Sent {
  if (form) return plainForm(form)
  if (file === undefined) return { json }
  const body = new FormData()
  body.set('file', new File([file], 'picture.png', { type: 'image/png' }))
  return { body }
}

function figures(serverTiming: string) {
  const figure = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(serverTiming)?.[1])
  return {
    roundTrips: figure('round trips'),
    rowsRead: figure('rows read'),
    rowsWritten: figure('rows written'),
  }
}
