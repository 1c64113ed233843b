import { spawnSync } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { behindProxy, ORIGIN, served } from '../support/running-site.ts'
import { putEmptySite } from '../support/small-site.ts'
import { Browser } from './support/browser-client.ts'
import { folderWith } from './support/folders.ts'

test('on a full disk, writes respond with 503 and no request with 500; with space again everything works and nothing is lost', async (context) => {
  const disk = await smallDisk()
  if (disk === null) return context.skip('only root can mount a small disk')
  const data = join(disk, 'data')
  await putEmptySite(data)
  const { port } = await served(behindProxy(data))
  let people = 0
  const register = async () => {
    const n = ++people
    const browser = new Browser(port, ORIGIN, `203.0.113.${n}`)
    const { status, body } = await browser.post('/api/auth/register', {
      email: `${n}@joule.test`,
      password: 'a password for the test',
    })
    return { status, body, browser }
  }
  const before = [await register(), await register()]
  expect(before.map(({ status }) => status)).toEqual([201, 201])

  const ballast = join(disk, 'ballast')
  await fill(disk, ballast)
  const acknowledged = [...before]
  const refused: string[] = []
  for (let n = 0; n < 40 && refused.length < 3; n++) {
    const response = await register()
    if (response.status === 201) acknowledged.push(response)
    else refused.push(`${response.status} ${/"unavailable"/.exec(response.body)?.[0]}`)
    await fill(disk, `${ballast}-${n}`)
  }
  expect(refused).toEqual(Array(3).fill('503 "unavailable"'))
  const reader = new Browser(port, ORIGIN, '198.51.100.1')
  expect([200, 503]).toContain((await reader.get('/')).status)
  expect([200, 503]).toContain((await reader.get('/api/posts')).status)

  for (const name of ['ballast', ...Array.from({ length: 40 }, (_, n) => `ballast-${n}`)])
    await rm(join(disk, name), { force: true })
  await expect.poll(async () => (await register()).status).toBe(201)
  const signedIn = acknowledged.map(({ browser }) => browser.get('/api/messages/unread'))
  for (const { status } of await Promise.all(signedIn)) expect(status).toBe(200)
})

/** A disk of 24 MB in memory, or null without the right to mount one. */
async function smallDisk(): Promise<string | null> {
  const folder = await folderWith()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
  if (status !== 0) return null
  // Lazily: the processes of the site may still be ending.
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

async function fill(disk: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => {})
}
