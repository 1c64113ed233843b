/*
 * `npm run serve` runs copies of its build, in the data folder. `npm run build` in the folder of a
 * running site replaces static/build and dist/worker: without the copies, the pages of the running
 * site would name files that are gone, and a restart of the runtime would start the new Worker
 * before its migrations. A start switches to the build that it finds. For a day it also serves the
 * files of the builds before it, because open and cached pages load them by their old names.
 */

import {
  copyFile,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WORKER_BUNDLE } from '../build/paths.ts'
import { bundleHash, CONFIG, readWorkerConfig } from '../build/worker.ts'

/** The folder in a data folder. It can be deleted while the site is stopped. */
export const BUILDS = 'builds'
/** How long the files of a build are served after the next one has replaced it. */
export const BUILD_KEPT_FOR = 24 * 60 * 60_000

/** The file with the name of the build that runs, or ran last. */
const CURRENT = 'current'
/** The files of the current build and of the kept ones, linked at each start. */
const SERVED = 'served'
/** The files with a hash in their name, in a folder of static files. */
const HASHED = 'build'

/**
 * Copies the build into the data folder, unless the last start has copied the same one. Returns the
 * folder of the copied bundle. Only safe while no runtime uses the data folder.
 */
export async function takeBuild(
  data: string,
  bundle: string = WORKER_BUNDLE,
  now: Date = new Date(),
): Promise<string> {
  const builds = join(data, BUILDS)
  const config = await readWorkerConfig(bundle)
  const name = (await bundleHash(config.files, bundle)).slice(0, 16)
  const [own, served] = [join(builds, name), join(builds, SERVED)]
  await mkdir(builds, { recursive: true })
  if (!(await exists(own))) await copyBuild(bundle, config.files, own)
  await makeCurrent(builds, name, now)
  const kept = await keptBuilds(builds, name, now)
  await rm(served, { recursive: true, force: true })
  await linkFiles(join(own, 'static'), served)
  for (const build of kept)
    await linkFiles(join(builds, build, 'static', HASHED), join(served, HASHED))
  // Written at each start, because the data folder may have been moved.
  const copied = { ...config, files: join(own, 'static'), served }
  await writeFile(join(own, 'worker', CONFIG), JSON.stringify(copied, null, 2))
  return join(own, 'worker')
}

/** Copied to another name and renamed, so that an interrupted start leaves no partial build. */
async function copyBuild(bundle: string, files: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const filter = (path: string) => !path.endsWith('.map')
  await cp(bundle, join(unfinished, 'worker'), { recursive: true, filter })
  await cp(files, join(unfinished, 'static'), { recursive: true, filter })
  await rename(unfinished, to)
}

/** The time of the folder of a replaced build is the time of its replacement. */
async function makeCurrent(builds: string, name: string, now: Date): Promise<void> {
  const before = await readFile(join(builds, CURRENT), 'utf8').catch(() => '')
  if (before === name) return
  if (before !== '' && (await exists(join(builds, before))))
    await utimes(join(builds, before), now, now)
  const unfinished = join(builds, `${CURRENT}.unfinished`)
  await writeFile(unfinished, name)
  await rename(unfinished, join(builds, CURRENT))
}

/** The builds that were replaced less than a day ago. Deletes the others. */
async function keptBuilds(builds: string, current: string, now: Date): Promise<string[]> {
  const kept: string[] = []
  for (const name of await readdir(builds)) {
    if ([current, CURRENT, SERVED].includes(name)) continue
    const folder = join(builds, name)
    const replaced = (await stat(folder)).mtimeMs
    if (!name.includes('.') && replaced > now.getTime() - BUILD_KEPT_FOR) kept.push(name)
    else await rm(folder, { recursive: true, force: true })
  }
  return kept
}

/** Links need no space. A file that exists stays: its name contains the hash of its content. */
async function linkFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    if (await exists(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await link(source, target).catch(() => copyFile(source, target))
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
