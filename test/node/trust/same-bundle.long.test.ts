import { execFile } from 'node:child_process'
import { cp, link, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { bundleHash } from '../../../scripts/build/bundle-hash.ts'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'

const SOURCES = 'src static scripts migrations wrangler.toml package.json package-lock.json tsconfig.json'.split(' ')

test('the same sources give the same bundle in another folder', async () => {
  await buildSite()
  await mkdir(inRoot('dist'), { recursive: true })
  const elsewhere = await mkdtemp(inRoot('dist/elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  const isMade = (path: string) => path.startsWith(inRoot('static/build')) || path.startsWith(inRoot('src/generated'))
  for (const name of SOURCES)
    await cp(inRoot(name), join(elsewhere, name), { recursive: true, filter: (path) => !isMade(path) })
  await linkAll(inRoot('node_modules'), join(elsewhere, 'node_modules'))
  const build = `const { buildSite } = await import('./scripts/build/index.ts'); await buildSite()`
  await promisify(execFile)(PROJECT_NODE, ['--input-type=module', '-e', build], { cwd: elsewhere })
  const there = await bundleHash(join(elsewhere, 'static'), join(elsewhere, 'dist/worker'))
  expect(there).toBe(await bundleHash(inRoot('static')))
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
