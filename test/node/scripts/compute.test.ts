import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { WORKER_BUNDLE } from '../../../scripts/build/paths.ts'
import { startCompute } from '../../../scripts/site/compute.ts'
import { commandOf } from '../../../scripts/site/processes.ts'
import { builtSite } from '../support/built.ts'
import { runningOn } from '../support/running-site.ts'
import { OWNER, putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'
import { Browser } from './support/browser-client.ts'
import { folderWith } from './support/folders.ts'

beforeAll(builtSite)

/** A running site, and the process ids of its compute Workers. */
async function computingSite() {
  const data = await folderWith()
  await putEmptySite(data)
  const pids: number[] = []
  const site = await runningOn(data, {
    bindings: { JOULE_WRITE_LIMIT: '0' },
    onCompute: (pid) => pids.push(pid),
  })
  await inDatabase(data, 'UPDATE users SET exp = 100000')
  const login = await Browser.at(site.url).post('/api/auth/login', OWNER)
  const { access_token } = JSON.parse(login.body) as { access_token: string }
  const draft = async () => {
    const response = await fetch(`${site.url}/api/studio/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ title: 'A draft', body: '<p>Its text</p>', draft: true }),
    })
    const { error } = (await response.json()) as { error?: { code: string; fields?: object } }
    return { status: response.status, code: error?.code, fields: Object.keys(error?.fields ?? {}) }
  }
  return { site, pids, draft }
}

/** Reads pages until the work ends, and returns the statuses. */
async function readingDuring(url: string, work: Promise<unknown>): Promise<Set<number>> {
  let isDone = false
  work.finally(() => {
    isDone = true
  })
  const statuses = new Set<number>()
  while (!isDone) {
    // Pages of an anonymous reader would come from the cache.
    const page = await fetch(`${url}/posts?page=${Math.random()}`, { headers: { cookie: 'x=1' } })
    await page.text()
    statuses.add(page.status)
  }
  return statuses
}

test('a compute Worker that hangs refuses its job, is replaced, and no read fails', async () => {
  const { site, pids, draft } = await computingSite()
  expect((await draft()).status).toBe(201)
  const [hanging = 0] = pids
  process.kill(hanging, 'SIGSTOP')
  const work = Promise.all([draft(), draft(), draft()])
  expect(await readingDuring(site.url, work)).toEqual(new Set([200]))
  const refused = (await work).filter(({ status }) => status !== 201)
  // The other jobs wait for the new process.
  expect(refused).toEqual([{ status: 422, code: 'too_complex', fields: ['body'] }])
  expect(pids).toHaveLength(2)
  expect(commandOf(hanging)).toBe('')
  expect((await draft()).status).toBe(201)
})

test('a compute Worker that is killed again and again loses no job, and no read fails', async () => {
  const { site, pids, draft } = await computingSite()
  const work = (async () => {
    const statuses: number[] = []
    for (let life = 1; life <= 5; life++) {
      await expect.poll(() => pids.length).toBe(life)
      process.kill(pids.at(-1) ?? 0, 'SIGKILL')
      for (let n = 0; n < 5; n++) statuses.push((await draft()).status)
    }
    return statuses
  })()
  expect(await readingDuring(site.url, work)).toEqual(new Set([200]))
  expect(new Set(await work)).toEqual(new Set([201]))
})

test('other users of the machine cannot use the compute Worker without its key', async () => {
  const compute = await startCompute({ bundle: WORKER_BUNDLE })
  onTestFinished(compute.stop)
  const { address, http } = compute.service.external
  const [{ name, value } = { name: '', value: '' }] = http.injectRequestHeaders
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`http://${address}/`, { headers })).status
  expect([await statusWith({}), await statusWith({ [name]: value })]).toEqual([403, 204])
})
