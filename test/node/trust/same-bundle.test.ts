import { execFile } from 'node:child_process'
import { cp, link, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import { bundleHash } from '../../../scripts/build/worker.ts'
import { builtSite } from '../support/built.ts'

/** Not needed for a build, or made by one. */
const LEFT_OUT = /^(?:\..*|dist|docs|node_modules|static\/build|src\/generated|test|test-results)$/

test('the same sources give a bundle with the same hash in another folder', LONG, async () => {
  await builtSite()
  const here = await bundleHash(inRoot('static'))
  if (!isLong) return expect(here).toMatch(/^[0-9a-f]{64}$/)
  const elsewhere = await mkdtemp(inRoot('dist/elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  for (const name of (await readdir(inRoot())).filter((name) => !LEFT_OUT.test(name))) {
    const filter = (path: string) => !LEFT_OUT.test(relative(inRoot(), path))
    await cp(inRoot(name), join(elsewhere, name), { recursive: true, filter })
  }
  await linkAll(inRoot('node_modules'), join(elsewhere, 'node_modules'))
  const build = `const { buildSite } = await import('./scripts/build/index.ts'); await buildSite()`
  await promisify(execFile)(PROJECT_NODE, ['--input-type=module', '-e', build], { cwd: elsewhere })
  const there = await bundleHash(join(elsewhere, 'static'), join(elsewhere, 'dist/worker'))
  expect(there).toBe(here)
})

/** Copies the files: a symlink would be resolved to the first folder. */
async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [here, there] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === '.cache' || entry.name.startsWith('.vite')) continue
    if (entry.isDirectory()) await linkAll(here, there)
    else if (entry.isSymbolicLink()) await symlink(await readlink(here), there)
    else await link(here, there)
  }
}
