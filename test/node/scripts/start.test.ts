import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { explained, portInUse, refusePortInUse } from '../../../scripts/site/explain-error.ts'
import { openRuntime } from '../../../scripts/site/miniflare.ts'
import { openProxy } from '../../../scripts/site/proxy.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from '../support/built.ts'
import { freePort, serve } from '../support/serve.ts'
import { Browser } from './support/browser-client.ts'
import { folderWith, modesIn } from './support/folders.ts'
import { Start, visitsUntil } from './support/start.ts'

beforeAll(builtSite)

const OWNER = {
  JOULE_OWNER_EMAIL: 'owner@joule.test',
  JOULE_OWNER_PASSWORD: 'a password for the test',
}

// In one test, because a start takes as long as all of its checks.
test('a site opens its port when it is complete, refuses a second start, keeps its data after a kill, can be opened to the network, and reports damaged data', async () => {
  const data = join(await folderWith(), 'made/by-the-start')
  const port = await freePort()
  const killed = new Start({ PORT: String(port), JOULE_DATA: data, ...OWNER })
  const visits = await visitsUntil(killed.url(), `http://127.0.0.1:${port}`)
  const polled = visits.map(([outcome, body]) =>
    [outcome, ...(body.match(/\/posts\/\d+/g) ?? [])].join(' '),
  )
  expect(polled.join('\n')).toMatch(
    /^(?:ECONN(?:REFUSED|RESET)\n)+(?:200(?: \/posts\/\d+){8,}(?:\n|$))+$/,
  )
  expect(killed.output).toContain(OWNER.JOULE_OWNER_EMAIL)
  expect(killed.output).not.toMatch(`error|${OWNER.JOULE_OWNER_PASSWORD}`)

  const url = await killed.url()
  // workerd would keep the windows of zlib for each compressed socket.
  const socket = new WebSocket(
    `${url}/api${/\/posts\/\d+/.exec(polled.at(-1) ?? '')}/live`.replace('http', 'ws'),
  )
  await once(socket, 'open')
  expect(socket.extensions).toBe('')
  socket.close()
  const account = { email: 'ada@joule.test', password: 'a password for the test' }
  const ada = Browser.at(url)
  expect((await ada.post('/api/auth/register', account)).status).toBe(201)
  // A local site sends no mail: the terminal shows the mail with its link.
  await expect
    .poll(() => killed.output)
    .toMatch(/^mail {3}ada@joule\.test {3}.+ {3}http:\S+\/verify\?token=[\w-]{43}$/m)
  const settings = readSettings({ HOST: '0.0.0.0', PORT: new URL(url).port, JOULE_DATA: data })
  await expect(startSite({ ...settings, port: 0 }, () => {})).rejects.toThrow(
    `this data folder is in use by process ${killed.process.pid}: ${data}`,
  )
  await killed.end('SIGKILL')

  const newOwners: unknown[] = []
  const again = await startSite(settings, (owner) => newOwners.push(owner))
  onTestFinished(again.stop)
  expect(again.url).toBe(url)
  expect(newOwners).toEqual([])
  // The secret that signs sessions is the same.
  expect((await ada.get('/api/messages/unread')).status).toBe(200)
  await expectCallersByConnection(url, 'ada@joule.test')
  for (const [accepted, encoding] of Object.entries({
    'gzip, deflate, br, zstd': 'br',
    gzip: 'gzip',
    'gzip, br;q=0': 'gzip',
  })) {
    expect(await encodingOf(url, accepted)).toBe(encoding)
  }
  expect(await modesIn(data)).toEqual({ folders: ['700'], files: ['600'] })
  // A killed process leaves it, and the next start removes it.
  expect(await readdir(join(data, 'temporary'))).toEqual([expect.stringMatching(/^miniflare-/)])

  await again.stop()
  const databases = join(data, 'd1/miniflare-D1DatabaseObject')
  for (const name of await readdir(databases))
    await writeFile(join(databases, name), 'not a database')

  await expect(startSite({ ...settings, port: 0 }, () => {})).rejects.toThrow(
    /^a database in .* is damaged; .*$/,
  )
})

test('a port in use gives a one-line error', async () => {
  const port = Number(new URL(await serve(() => {})).port)
  await expect(refusePortInUse('127.0.0.1', port)).rejects.toThrow(
    `port ${port} is in use by another program`,
  )
  // Another program can take the port after this check, while the site is prepared.
  const data = await openDataFolder(await folderWith())
  const failures = [
    await openRuntime({ data, host: '127.0.0.1', port, bindings: {}, onLog() {} }).catch(
      (error) => error,
    ),
    await openProxy({ host: '127.0.0.1', port, sitePort: 0 }).catch((error) => error),
  ]
  for (const failure of failures) {
    expect(explained(failure, [], { port, data: data.path })).toEqual(portInUse(port))
  }
})

test('an invalid data folder gives a one-line error', async () => {
  const folder = await folderWith({ file: '' })
  const reason = /the data folder .* cannot be written: a file is in the way/
  await expect(openDataFolder(join(folder, 'file'))).rejects.toThrow(reason)
  await expect(openDataFolder(join(folder, 'file/data'))).rejects.toThrow(reason)
})

/** A caller cannot choose its address: thirty requests a minute are allowed. */
async function expectCallersByConnection(url: string, email: string): Promise<void> {
  const caller = Browser.at(url)
  await caller.get('/api/auth/csrf')
  const responses = await Promise.all(
    Array.from({ length: 31 }, async (_, n) => {
      const headers = {
        'cf-connecting-ip': `203.0.113.${n}`,
        'mf-original-url': 'http://elsewhere.test/api/auth/check-email',
      }
      const { status, body } = await caller.post('/api/auth/check-email', { email }, headers)
      if (status === 200) expect(JSON.parse(body)).toEqual({ available: false })
      return status
    }),
  )
  expect(responses.sort()).toEqual([...Array(30).fill(200), 429])
}

async function encodingOf(url: string, accepted: string): Promise<string | undefined> {
  const [response] = await once(get(url, { headers: { 'accept-encoding': accepted } }), 'response')
  response.resume()
  return response.headers['content-encoding']
}
