import { spawnSync } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { behindProxy, ORIGIN, served } from '../support/running-site.ts'
import { putSmallSite } from '../support/small-site.ts'
import { Browser } from './support/browser-client.ts'
import { folderWith } from './support/folders.ts'

const MB = 1024 * 1024

test('on a full disk, reads work and writes respond with 503; with space again everything works and nothing is lost', async (context) => {
  const disk = await smallDisk()
  if (disk === null) return context.skip('only root can mount a small disk')
  const data = join(disk, 'data')
  await putSmallSite(data)
  const { port } = await served(behindProxy(data), { disk: { reserveBytes: 8 * MB } })
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
  const [member] = before
  const reader = new Browser(port, ORIGIN, '198.51.100.1')
  const reads = async () => [
    ...(await statusesOf(reader, PUBLIC)),
    ...(await statusesOf(member?.browser, PRIVATE)),
  ]

  const ballast = join(disk, 'ballast')
  await fill(disk, ballast)
  await expect.poll(register).toMatchObject({ status: 503 })
  await expect.poll(reads).toEqual([...PUBLIC, ...PRIVATE].map((path) => `${path} 200`))
  expect(JSON.parse((await register()).body).error.code).toBe('unavailable')
  expect(await reads()).toEqual([...PUBLIC, ...PRIVATE].map((path) => `${path} 200`))

  await rm(ballast)
  await expect.poll(register).toMatchObject({ status: 201 })
  expect(await statusesOf(before[1]?.browser, PRIVATE)).toEqual(
    PRIVATE.map((path) => `${path} 200`),
  )
})

/** Pages that nobody has read before the disk is full. */
const PUBLIC = [
  '/',
  '/posts/1',
  '/api/posts?sort=new',
  '/search?q=lamp',
  '/images/image-nnnnnnnnnnnnnnn1.png',
  '/tags/home',
  '/feed.xml',
  '/healthz',
]
const PRIVATE = ['/', '/posts/2', '/messages', '/api/messages/unread']

async function statusesOf(browser: Browser | undefined, paths: string[]): Promise<string[]> {
  const responses = paths.map(async (path) => `${path} ${(await browser?.get(path))?.status}`)
  return Promise.all(responses)
}

/** A disk of 64 MB in memory, or null without the right to mount one. */
async function smallDisk(): Promise<string | null> {
  const folder = await folderWith()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder])
  if (status !== 0) return null
  // Lazily: the processes of the site may still be ending.
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

async function fill(disk: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => {})
}
