import { env as bindings } from 'cloudflare:workers'
import { computeOf } from '#compute/client.ts'
import type { Bindings } from '#env'
import { AppError } from '#kernel/errors.ts'
import { expect, test } from '#test/test.ts'

const env = bindings as unknown as Bindings

const client = (service: Partial<Fetcher> = env.COMPUTE, deadline?: number) =>
  computeOf(
    {
      COMPUTE: service as Fetcher,
      ...(deadline !== undefined && { JOULE_JOB_MAX: String(deadline) }),
    },
    { who: () => 'somebody' },
  )

/** The error that the work throws. */
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

/** A service that answers pings, and each job with the next of these functions. */
function serviceOf(...jobs: ((signal: AbortSignal) => Promise<Response>)[]): Partial<Fetcher> {
  return {
    fetch: async (_: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method !== 'POST') return new Response(null, { status: 204 })
      return (jobs.shift() ?? lost)(init.signal as AbortSignal)
    },
  } as Partial<Fetcher>
}

const lost = () => Promise.reject(new Error('Network connection lost.'))
const stalled = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
const answered = async () => Response.json({ value: 'the beginning' })

test('a job runs in the compute Worker', async () => {
  const made = await client().run('body', '<p onclick="x">Hello $x$ <b>there</p>', 'body')
  expect(made).toEqual({
    html: '<p>Hello $x$ <b>there</b></p>',
    beginning: 'Hello $x$ there',
    readingMinutes: 1,
    formulas: null,
  })
})

test('a refusal of a job has its field in both languages', async () => {
  const { code, details } = await refusalOf(client().run('body', '<'.repeat(10_001), 'body'))
  expect(code).toBe('validation_failed')
  const { body } = details.fields ?? {}
  expect(typeof body === 'function' && [body('zh-CN'), body('en')]).toEqual([
    '最多 10000 个 HTML 标签。',
    'Use at most 10000 HTML tags.',
  ])
})

test('a job after its deadline is refused as too complex with its field', async () => {
  const { code, details } = await refusalOf(
    client(serviceOf(stalled), 20).run('beginning', 'x', 'body'),
  )
  expect([code, Object.keys(details.fields ?? {})]).toEqual(['too_complex', ['body']])
})

test('a job is sent again if the connection was lost', async () => {
  const compute = client(serviceOf(lost, answered))
  expect(await compute.run('beginning', 'x')).toBe('the beginning')
})

test('a job is unavailable if the connection is lost twice', async () => {
  const { code } = await refusalOf(client(serviceOf(lost, lost)).run('beginning', 'x'))
  expect(code).toBe('unavailable')
})

test('a bug in a job is unavailable', async () => {
  const broken = async () => new Response('a bug', { status: 500 })
  const { code, cause } = await refusalOf(client(serviceOf(broken)).run('beginning', 'x'))
  expect([code, String(cause)]).toEqual([
    'unavailable',
    'Error: the job beginning failed: 500 a bug',
  ])
})

test('the compute Worker refuses unknown jobs', async () => {
  const response = await env.COMPUTE.fetch('http://compute.invalid/toString', {
    method: 'POST',
    body: '{}',
  })
  expect(response.status).toBe(404)
})

test('the time of each call is reported', async () => {
  const spent: number[] = []
  const compute = computeOf(env, { who: () => 'somebody', spent: (ms) => spent.push(ms) })
  await compute.run('beginning', '<p>x</p>')
  expect(spent).toHaveLength(1)
})
