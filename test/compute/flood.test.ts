import { sql } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { pause } from '#kernel/pause.ts'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'

const formula = (tex: string) => `<span data-tex="${tex}"></span>`

/** A body of 11 KB that takes long: chemistry, aligned equations and long arrows. */
const BODY = Array.from({ length: 55 }, (_, n) =>
  [
    `\\ce{${n}H2 + O2 -> 2H2O}`,
    `\\begin{align}a&amp;=${n}\\\\c&amp;=d\\end{align}`,
    `\\xrightarrow{${n}abc}`,
  ]
    .map(formula)
    .join(' '),
).join('')
const EDITS = 60

/** Records who sends jobs to the compute Worker. The first job waits until `open` is called. */
function holdJobs(world: World) {
  const { COMPUTE } = world.env
  const state = { sent: [] as string[], running: 0, most: 0, isOpen: false, isOver: false }
  const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method !== 'POST') return COMPUTE.fetch(url, init)
    state.sent.push(/flood|author/.exec(String(init.body))?.[0] ?? '')
    state.running += 1
    state.most = Math.max(state.most, state.running)
    try {
      while (!state.isOpen) await pause(5)
      if (state.isOver) return new Response('over', { status: 500 })
      return await COMPUTE.fetch(url, { ...init, signal: null })
    } finally {
      state.running -= 1
    }
  }
  world.env = { ...world.env, COMPUTE: { fetch } as Fetcher, JOULE_JOB_MAX: '60000' }
  return state
}

test('sixty parallel edits of formulas by one member delay neither a reader nor another author', async ({
  world,
}) => {
  // The edits that this test does not wait for fail, which is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  expect(BODY.length).toBeLessThan(11_500)
  const [flooder, author] = await world.members([{ level: 3 }, { level: 3 }])
  const [draft, own] = await world.posts([
    { author: flooder.user, status: 'draft' },
    { author: author.user, status: 'approved' },
  ])
  const jobs = holdJobs(world)
  const edits = Array.from({ length: EDITS }, (_, n) =>
    flooder.put(`/api/studio/posts/${draft.id}`, { body: `${BODY}<p>flood ${n}</p>` }),
  )
  await expect.poll(() => jobs.sent.length).toBe(1)

  // A reader needs no job, so all pages respond while the first edit holds the compute Worker.
  for (const path of ['/', '/posts', `/posts/${own.id}`, '/feed.xml', '/search?q=word'])
    expect([path, (await world.visitor().get(path)).status]).toEqual([path, 200])
  expect(jobs.sent).toEqual(['flood'])

  // The other author waits for few of the edits, because users take turns.
  jobs.isOpen = true
  const saved = await author.put(`/api/studio/posts/${own.id}`, { body: '<p>By the author</p>' })
  const before = jobs.sent.indexOf('author')
  jobs.isOver = true
  expect(saved.status).toBe(200)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(EDITS / 3)

  const statuses = new Set((await Promise.all(edits)).map(({ status }) => status))
  expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  expect(jobs.most).toBe(1)
  // One of the edits is saved, with the formulas that the compute Worker made.
  const { formulas } = (await world.db.first(
    sql<{ formulas: string | null }>`SELECT formulas FROM posts WHERE id = ${draft.id}`,
  )) ?? { formulas: null }
  expect(formulas).toContain('<math')
})
