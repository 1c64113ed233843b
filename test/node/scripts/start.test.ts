import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { explained } from '../../../scripts/site/explain-error.ts'
import { freePort } from '../../../scripts/site/inspector.ts'
import { portInUse, refusePortInUse } from '../../../scripts/site/port.ts'
import { openProxy } from '../../../scripts/site/proxy.ts'
import { openRuntime } from '../../../scripts/site/runtime.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from '../support/built.ts'
import { folderWith } from './support/folders.ts'
import { Start } from './support/start.ts'
import { visit } from './support/visit.ts'

beforeAll(builtSite)

const OWNER = { JOULE_OWNER_EMAIL: 'owner@joule.test', JOULE_OWNER_PASSWORD: 'a password for the test' }

test('a site opens its port when it is complete, refuses a second start, keeps its data after a kill, and reports damaged data', async () => {
  const data = await folderWith()
  const port = await freePort()
  const killed = new Start({ PORT: String(port), JOULE_DATA: data, ...OWNER })
  const polled = await pollUntil(killed.url(), `http://127.0.0.1:${port}`)
  expect(polled.join('\n')).toMatch(/^(?:ECONN(?:REFUSED|RESET)\n)+(?:200(?: \/posts\/\d+){8,}(?:\n|$))+$/)
  expect(killed.output).not.toContain('error')

  const url = await killed.url()
  // workerd would keep the windows of zlib for each compressed socket.
  const socket = new WebSocket(`${url}/api${/\/posts\/\d+/.exec(polled.at(-1) ?? '')}/live`.replace('http', 'ws'))
  await once(socket, 'open')
  expect(socket.extensions).toBe('')
  socket.close()
  expect(await isFree(url, 'ada@joule.test')).toBe(true)
  const session = await register(url, 'ada@joule.test')
  // A local site sends no mail: the terminal shows the mail with its link.
  await expect
    .poll(() => killed.output)
    .toMatch(/^mail {3}ada@joule\.test {3}.+ {3}http:\S+\/verify\?token=[\w-]{43}$/m)
  const settings = readSettings({ PORT: new URL(url).port, JOULE_DATA: data, JOULE_EMPTY: '1' })
  await expect(startSite({ ...settings, port: 0 }, () => {})).rejects.toThrow(
    `this data folder is in use by process ${killed.process.pid}: ${data}`,
  )
  await killed.end('SIGKILL')

  const newOwners: unknown[] = []
  const again = await startSite(settings, (owner) => newOwners.push(owner))
  onTestFinished(again.stop)
  expect(again.url).toBe(url)
  expect(newOwners).toEqual([])
  expect(await isFree(url, 'ada@joule.test')).toBe(false)
  // The secret that signs sessions is the same.
  expect((await fetch(`${url}/api/messages/unread`, { headers: { cookie: session } })).status).toBe(200)

  await again.stop()
  const databases = join(data, 'd1/miniflare-D1DatabaseObject')
  for (const name of await readdir(databases)) await writeFile(join(databases, name), 'not a database')

  await expect(startSite({ ...settings, port: 0 }, () => {})).rejects.toThrow(/^a database in .* is damaged; .*$/)
})

test('a port in use gives a one-line error', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  await expect(refusePortInUse('127.0.0.1', port)).rejects.toThrow(`port ${port} is in use by another program`)
  // Another program can take the port after this check, while the site is prepared.
  const data = await openDataFolder(await folderWith())
  const failures = [
    await openRuntime({ data, host: '127.0.0.1', port, bindings: {}, onLog() {} }).catch((error) => error),
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

/** Requests the front page every 50 ms during the start, and once after it. */
async function pollUntil(started: Promise<string>, site: string): Promise<string[]> {
  const answers: string[] = []
  const next = () => Promise.race([started, wait(50)])
  do answers.push(await frontPage(site))
  while (!(await next()))
  return [...answers, await frontPage(site)]
}

/** The status and the posts of the front page, or the connection error. `fetch` takes ten times the CPU time for an error. */
async function frontPage(site: string): Promise<string> {
  try {
    const [answer] = (await once(get(site, { agent: false }), 'response')) as [IncomingMessage]
    return [answer.statusCode, ...((await text(answer)).match(/\/posts\/\d+/g) ?? [])].join(' ')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'no answer'
  }
}

async function isFree(url: string, email: string): Promise<boolean> {
  const response = await post(url, '/api/auth/check-email', { email })
  const { available } = (await response.json()) as { available: boolean }
  return available
}

/** Returns the cookies of the new user. */
async function register(url: string, email: string): Promise<string> {
  const response = await post(url, '/api/auth/register', { email, password: 'a password for the test' })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function post(url: string, path: string, body: object) {
  const response = await (await visit(url)).post(path, body)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}
