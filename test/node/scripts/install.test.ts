import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { missingPart } from '../../../scripts/bootstrap/install.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import { commandOf } from '../../../scripts/site/processes.ts'
import { folderWith } from './support/folders.ts'

const lock = (version: string) => JSON.stringify({ packages: { 'node_modules/a': { version } } })

const WHOLE = {
  'package-lock.json': lock('1.0.0'),
  'node_modules/.package-lock.json': lock('1.0.0'),
  'node_modules/a/package.json': '{}',
  'node_modules/node/bin/node': 'binary',
  'node_modules/workerd/bin/workerd': 'binary',
  'node_modules/esbuild/bin/esbuild': 'binary',
}

test.each([
  ['was cut short', { 'node_modules/.package-lock.json': '{"pack' }, 'nothing is installed yet'],
  [
    'is older than the lock file',
    { 'package-lock.json': lock('2.0.0') },
    'node_modules/a 2.0.0 is missing',
  ],
  [
    'has an empty binary',
    { 'node_modules/node/bin/node': '' },
    'node_modules/node/bin/node is missing',
  ],
])('an install that %s is repaired', async (_, damage, reason) => {
  expect(missingPart(await folderWith({ ...WHOLE, ...damage }))).toBe(reason)
})

test('a complete install is not changed, also without a package for another platform, and a lost package is found', async () => {
  const packages = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/mac': { version: '1.0.0', optional: true },
  }
  expect(
    missingPart(await folderWith({ ...WHOLE, 'package-lock.json': JSON.stringify({ packages }) })),
  ).toBeNull()
  const root = await folderWith(WHOLE)
  expect(missingPart(root)).toBeNull()
  await rm(join(root, 'node_modules/a'), { recursive: true })
  expect(missingPart(root)).toBe('node_modules/a is missing')
})

test('stopping the process stops the install and its child processes', async () => {
  const root = await folderWith({ 'package-lock.json': lock('1.0.0'), 'npm.mjs': ENDLESS })
  const script = `import { ensureInstalled } from '${inRoot('scripts/bootstrap/install.mjs')}'; await ensureInstalled('${root}')`
  const env = {
    ...process.env,
    npm_execpath: join(root, 'npm.mjs'),
    npm_node_execpath: process.execPath,
  }
  const start = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    stdio: 'ignore',
  })
  await expect.poll(() => pidsIn(root)).toHaveLength(2)
  start.kill('SIGTERM')
  expect(await once(start, 'exit')).toEqual([143, null])
  await expect.poll(() => runningIn(root)).toEqual([])
})

const NPM = `import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
const files = ['a/package.json', 'node/bin/node', 'workerd/bin/workerd', 'esbuild/bin/esbuild', '.package-lock.json']
for (const file of files) {
  mkdirSync(new URL('node_modules/' + file + '/..', import.meta.url), { recursive: true })
  writeFileSync(new URL('node_modules/' + file, import.meta.url), ${JSON.stringify(lock('1.0.0'))}, { mode: 0o755 })
}`

test('an install prints its progress and its end', async () => {
  const { status, stderr } = await install(NPM)
  expect(stderr).toMatch(
    // On a slow machine also one line per ten seconds.
    /^Installing packages, about a minute \(nothing is installed yet\) …\n(?:Installing .* … .*\d+ s\n)*Installing .*: done, \d+ s\n$/,
  )
  expect(status).toBe(0)
})

test('a failed install prints the reason in one line', async () => {
  const { status, stderr } =
    await install(`console.error('npm error code E404\\nnpm error no such package')
process.exitCode = 1`)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    'joule: npm ci failed: no such package. Run "npm ci" to see the full output.',
  )
  expect(status).toBe(1)
})

/** `ensureInstalled` with a stub of npm, in a separate process. */
async function install(npm: string) {
  const root = await folderWith({ 'package-lock.json': lock('1.0.0'), 'npm.mjs': npm })
  const bootstrap = (name: string) => JSON.stringify(inRoot('scripts/bootstrap', name))
  const script = `import { orFail } from ${bootstrap('failure.mjs')}
import { ensureInstalled } from ${bootstrap('install.mjs')}
await orFail(() => ensureInstalled(${JSON.stringify(root)}))`
  const env = {
    ...process.env,
    npm_execpath: join(root, 'npm.mjs'),
    npm_node_execpath: process.execPath,
  }
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    encoding: 'utf8',
  })
}

test('a failed build shows its error and ends the start with its code', async () => {
  const root = await folderWith({
    'build.mjs': `console.error('joule: the build failed'); process.exit(1)`,
  })
  const start = startWith(root)
  const [output, error, [code]] = await Promise.all([
    text(start.stdout),
    text(start.stderr),
    once(start, 'exit'),
  ])
  expect({ output, error, code }).toEqual({
    output: '',
    error: 'joule: the build failed\n',
    code: 1,
  })
})

test('npm start continues after its build', async () => {
  const root = await folderWith({ 'build.mjs': `console.log('built')` })
  expect(await text(startWith(root).stdout)).toBe('built\nserved\n')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s during the build ends the start, the build and its child processes',
  async (signal, code) => {
    const root = await folderWith({ 'build.mjs': ENDLESS })
    const start = startWith(root)
    await expect.poll(() => pidsIn(root)).toHaveLength(2)
    start.kill(signal)
    expect(await once(start, 'exit')).toEqual([code, null])
    await expect.poll(() => runningIn(root)).toEqual([])
  },
)

function startWith(root: string) {
  const script = `import { buildInChild } from '${inRoot('scripts/build/in-child.ts')}'
    await buildInChild('${join(root, 'build.mjs')}')
    console.log('served')`
  return spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * A script that never ends, with a child process, like an install script of a package or a build
 * with wrangler.
 */
const ENDLESS = `
  import { spawn } from 'node:child_process'
  import { appendFileSync } from 'node:fs'
  appendFileSync(new URL('pids', import.meta.url), process.pid + ' ')
  if (!process.argv.includes('helper')) spawn(process.execPath, [process.argv[1], 'helper'])
  setInterval(() => {}, 60_000)
`

/** The processes that the script in this folder has started. */
function pidsIn(root: string): number[] {
  const file = join(root, 'pids')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []
}

const runningIn = (root: string) => pidsIn(root).filter((pid) => commandOf(pid).includes(root))
