import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { LONG } from '#test/long.ts'
import { WORKER_BUNDLE } from '../../../scripts/build/paths.ts'
import { CONFIG, readWorkerConfig } from '../../../scripts/build/worker.ts'
import { BUILD_KEPT_FOR, takeBuild } from '../../../scripts/site/kept-builds.ts'
import { readPublicSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from '../support/built.ts'
import { freePort } from '../support/serve.ts'
import { putEmptySite } from '../support/small-site.ts'
import { folderWith } from './support/folders.ts'

beforeAll(builtSite)

// Long, because it starts two sites. serve.test.ts checks that a site runs a copied build.
test(
  'a reader notices neither a build in the folder of a running site nor the restart, and the files of the old build are served after it',
  LONG,
  async () => {
    const [checkout, data] = [await checkoutWith(), await folderWith()]
    await putEmptySite(data)
    const port = await freePort()
    const settings = {
      ...readPublicSettings({ PORT: String(port), JOULE_DATA: data, JOULE_MEMORY_MB: '4000' }),
      bundle: checkout.bundle,
    }
    let site = await startSite(settings, () => {})
    onTestFinished(() => site.stop())
    const reader = readerOf(`http://127.0.0.1:${port}`)
    const old = await reader.round()

    await checkout.build()
    const afterBuild = reader.rounds
    await expect.poll(() => reader.rounds).toBeGreaterThan(afterBuild + 1)
    await site.stop()
    site = await startSite(settings, () => {})
    const afterRestart = reader.rounds
    await expect.poll(() => reader.rounds).toBeGreaterThan(afterRestart + 1)
    await reader.stop()
    expect(reader.failures).toEqual([])

    const next = await reader.round()
    expect(next.some((path) => path.includes('.next.'))).toBe(true)
    expect(old.some((path) => path.includes('.next.'))).toBe(false)
    for (const path of [...old, ...next]) {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`)
      expect([path, status, headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  },
)

test('the files of a build are kept for a day after it was replaced, however long it ran, and then deleted', async () => {
  const [checkout, data] = [await checkoutWith(), await folderWith()]
  const start = new Date('2030-01-01T00:00:00.000Z')
  const later = (days: number) => new Date(start.getTime() + days * BUILD_KEPT_FOR)
  const servedAt = async (now: Date) => {
    const config = await readWorkerConfig(await takeBuild(data, checkout.bundle, now))
    expect(config.files.startsWith(data)).toBe(true)
    const names = await readdir(join(config.served ?? '', 'build'))
    return names.filter((name) => /^site.*\.css$/.test(name)).sort()
  }
  const [first = ''] = await servedAt(start)
  await checkout.build()
  // The first build has run for 30 days.
  const both = await servedAt(later(30))
  expect(both).toHaveLength(2)
  expect(both).toContain(first)
  expect(await servedAt(later(30.9))).toEqual(both)
  expect(await servedAt(later(31.1))).toEqual(both.filter((name) => name !== first))
  const builds = await readdir(join(data, 'builds'))
  expect(builds.filter((name) => /^[0-9a-f]{16}$/.test(name))).toHaveLength(1)
})

/** A copy of the built bundle and the static files, as in the folder of a site. */
async function checkoutWith() {
  const folder = await folderWith()
  const [bundle, files] = [join(folder, 'worker'), join(folder, 'static')]
  const config = await readWorkerConfig()
  await cp(WORKER_BUNDLE, bundle, { recursive: true })
  await cp(config.files, files, { recursive: true })
  await writeFile(join(bundle, CONFIG), JSON.stringify({ ...config, files }))
  return {
    bundle,
    /**
     * Does what `npm run build` does after a change of every browser file: deletes the files of the
     * old build, and replaces the bundle by one that names the new files.
     */
    async build(): Promise<void> {
      const built = join(files, 'build')
      const names = (await readdir(built)).filter((name) => /-[0-9A-Z]{8}\./.test(name))
      const aside = join(folder, 'aside')
      await cp(bundle, aside, { recursive: true })
      const renamed = (text: string) =>
        names.reduce((text, name) => text.replaceAll(name, nextName(name)), text)
      for (const name of (await readdir(aside)).filter((name) => name.endsWith('.js')))
        await writeFile(join(aside, name), renamed(await readFile(join(aside, name), 'utf8')))
      for (const name of names) {
        const isText = /\.(js|css)$/.test(name)
        if (isText)
          await writeFile(join(built, name), renamed(await readFile(join(built, name), 'utf8')))
        await rename(join(built, name), join(built, nextName(name)))
      }
      await rm(bundle, { recursive: true })
      await mkdir(folder, { recursive: true })
      await rename(aside, bundle)
    },
  }
}

const nextName = (name: string) => name.replace(/\.(?=[^.]+$)/, '.next.')

/**
 * Reads a page and its files again and again. Like a proxy (`lb_try_duration` of Caddy), it tries
 * again while nothing listens at the port.
 */
function readerOf(origin: string) {
  const failures: string[] = []
  let isStopped = false
  const get = async (path: string): Promise<Response> => {
    for (;;) {
      try {
        return await fetch(origin + path)
      } catch (error) {
        if (!isRefused(error)) throw error
        await wait(50)
      }
    }
  }
  const round = async (): Promise<string[]> => {
    const page = await get('/posts')
    const text = await page.text()
    if (page.status !== 200) failures.push(`/posts: ${page.status}`)
    const paths = [...new Set(text.match(/\/build\/[\w.-]+\.(?:js|css)/g) ?? [])]
    if (paths.length === 0) failures.push('a page without files')
    for (const path of paths) {
      const { status } = await get(path)
      if (status !== 200) failures.push(`${path}: ${status}`)
    }
    return paths
  }
  const reader = { failures, rounds: 0, round, stop: async () => {} }
  const running = (async () => {
    while (!isStopped) {
      await round().catch((error: unknown) => failures.push(String(error)))
      reader.rounds++
    }
  })()
  reader.stop = () => {
    isStopped = true
    return running
  }
  onTestFinished(reader.stop)
  return reader
}

/** No connection was made, so the request had no effect. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === 'ECONNREFUSED'
}
