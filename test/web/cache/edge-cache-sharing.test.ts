import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { createApp } from '#app'
import type { AppEnv } from '#env'
import { World } from '#test/world.ts'
import { cached, dropCached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'

/**
 * Isolates of one data centre. Each has a page that counts its renderings and a way to change it.
 */
class DataCentre {
  readonly world = new World()
  readonly edition = crypto.randomUUID()
  renders = 0
  value = 'first'
  slowly = 0

  isolate() {
    const app = createApp(() => this.world.now, this.edition)
    app.get('/page', optionalViewer, cached(), async (c) => {
      this.renders++
      const seen = this.value
      if (this.slowly > 0) await scheduler.wait(this.slowly)
      return c.text(seen)
    })
    app.get('/change', optionalViewer, (c: Context<AppEnv>) => {
      this.value = c.req.query('to') ?? ''
      dropCached(c)
      return c.text('')
    })
    return async (path: string): Promise<string> => {
      const context = createExecutionContext()
      const response = await app.fetch(
        new Request(`http://joule.test${path}`),
        this.world.env,
        context,
      )
      const text = await response.text()
      await waitOnExecutionContext(context)
      return `${text} ${response.headers.get('cache-status')?.slice('joule; '.length) ?? ''}`.trim()
    }
  }
}

test('an isolate uses a response that another isolate stored in the data centre', async () => {
  const centre = new DataCentre()
  const [one, two] = [centre.isolate(), centre.isolate()]
  expect([await one('/page'), await two('/page'), await two('/page')]).toEqual([
    'first fwd=miss; stored',
    'first hit',
    'first hit',
  ])
  expect(centre.renders).toBe(1)
})

test('the isolate that handled a change shows it immediately, and other isolates within a minute', async () => {
  const centre = new DataCentre()
  const [one, two, three] = [centre.isolate(), centre.isolate(), centre.isolate()]
  await one('/page')
  await two('/page')
  await one('/change?to=second')
  // The data centre still has the old entry, and this isolate ignores it.
  expect(await one('/page')).toBe('second fwd=miss; stored')
  expect(await two('/page')).toBe('first hit')
  // The response rendered after the change has replaced it.
  expect(await three('/page')).toBe('second hit')
  centre.world.wait(10_000)
  expect(await two('/page')).toBe('second fwd=miss; stored')
})

test('a stored response expires after a minute', async () => {
  const centre = new DataCentre()
  const [one, two] = [centre.isolate(), centre.isolate()]
  await one('/page')
  centre.value = 'second'
  centre.world.wait(59_000)
  // Stale but not expired: the first request renews it.
  expect(await two('/page')).toBe('second fwd=miss; stored')
  centre.value = 'third'
  centre.world.wait(60_000)
  expect(await one('/page')).toBe('third fwd=miss; stored')
})

test('while one request renews a cache entry, other requests get the stale response', async () => {
  const centre = new DataCentre()
  const ask = centre.isolate()
  await ask('/page')
  centre.world.wait(9_999)
  expect(await ask('/page')).toBe('first hit')
  centre.world.wait(1)
  Object.assign(centre, { value: 'second', slowly: 50 })
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask('/page')))
  expect(centre.renders).toBe(2)
  expect(responses.toSorted()).toEqual([...Array(19).fill('first hit'), 'second fwd=miss; stored'])
  expect(await ask('/page')).toBe('second hit')
})

test('without a cached response, one request renders the page and the others wait for its response', async () => {
  const centre = new DataCentre()
  const ask = centre.isolate()
  centre.slowly = 50
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask('/page')))
  expect([centre.renders, responses.filter((response) => response === 'first hit').length]).toEqual(
    [1, 19],
  )
})

test('a request that waits too long for the response of another renders the page itself', async () => {
  const centre = new DataCentre()
  const ask = centre.isolate()
  centre.slowly = 600
  const slow = ask('/page')
  await scheduler.wait(5)
  centre.slowly = 0
  expect(await ask('/page')).toBe('first fwd=miss; stored')
  expect(centre.renders).toBe(2)
  await slow
})

test('the claim of an aborted request on rendering a page expires', async () => {
  const centre = new DataCentre()
  const ask = centre.isolate()
  await ask('/page')
  centre.world.wait(10_000)
  centre.slowly = 300
  const hanging = ask('/page')
  await scheduler.wait(5)
  centre.slowly = 0
  expect(await ask('/page')).toBe('first hit')
  centre.world.wait(5_000)
  expect(await ask('/page')).toBe('first fwd=miss; stored')
  await hanging
})
