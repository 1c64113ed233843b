import { afterEach, vi } from 'vitest'
import { expect, test } from '#test/test.ts'
import { PASSWORD, World } from '#test/world.ts'

afterEach(() => vi.restoreAllMocks())

test('each request logs one line with id, route and cost, and no secrets', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const world = new World()
  Object.assign(world, { env: { ...world.env, ENVIRONMENT: 'development', LOG_SHARE: '1' } })
  const user = await world.user()
  const browser = world.visitor()
  await browser.get('/api/auth/csrf')
  lines.length = 0
  const response = await browser.post('/api/auth/login?secret=query', { email: user.email, password: PASSWORD })
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0] ?? '')
  expect(line).toMatchObject({
    method: 'POST',
    route: '/api/auth/login',
    status: 200,
    d1_round_trips: 2,
    level: 'info',
  })
  expect(line.request_id).toBe(response.headers.get('x-request-id'))
  for (const secret of [PASSWORD, user.email ?? '', response.json.access_token, response.json.refresh_token, 'query']) {
    expect(lines[0]).not.toContain(secret)
  }
})

test('Server-Timing is sent outside production only', async ({ world }) => {
  expect((await world.visitor().get('/login')).headers.get('server-timing')).toContain('round trips')
  Object.assign(world, { env: { ...world.env, ENVIRONMENT: 'production' } })
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect((await world.visitor().get('/login')).headers.get('server-timing')).toBeNull()
})
