import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { folderWith } from './support/folders.ts'

const LOCK = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } })

const NPM = `import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
const files = ['a/package.json', 'node/bin/node', 'workerd/bin/workerd', 'esbuild/bin/esbuild', '.package-lock.json']
for (const file of files) {
  mkdirSync(new URL('node_modules/' + file + '/..', import.meta.url), { recursive: true })
  writeFileSync(new URL('node_modules/' + file, import.meta.url), ${JSON.stringify(LOCK)}, { mode: 0o755 })
}`

test('an install prints what it does and when it is done', async () => {
  const { status, stderr } = await install(NPM)
  expect(stderr).toMatch(
    // On a slow machine also one line per ten seconds.
    /^Installing packages, about a minute \(nothing is installed yet\) …\n(?:Installing .* … .*\d+ s\n)*Installing .*: done, \d+ s\n$/,
  )
  expect(status).toBe(0)
})

test('a failed install prints the reason in one line', async () => {
  const { status, stderr } = await install(`console.error('npm error code E404\\nnpm error no such package')
process.exitCode = 1`)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    'joule: npm ci failed: no such package. Run "npm ci" to see the full output.',
  )
  expect(status).toBe(1)
})

/** `ensureInstalled` with a stub of npm, in a separate process. */
async function install(npm: string) {
  const root = await folderWith({ 'package-lock.json': LOCK, 'npm.mjs': npm })
  const bootstrap = (name: string) => JSON.stringify(inRoot('scripts/bootstrap', name))
  const script = `import { orFail } from ${bootstrap('failure.mjs')}
import { ensureInstalled } from ${bootstrap('install.mjs')}
await orFail(() => ensureInstalled(${JSON.stringify(root)}))`
  const env = { ...process.env, npm_execpath: join(root, 'npm.mjs'), npm_node_execpath: process.execPath }
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' })
}
