import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { ENDLESS, pidsIn, runningIn } from './support/endless.ts'
import { folderWith } from './support/folders.ts'

test('a failed build shows its error and ends the start with its code', async () => {
  const root = await folderWith({ 'build.mjs': `console.error('joule: the build failed'); process.exit(1)` })
  const start = startWith(root)
  const [output, error, [code]] = await Promise.all([text(start.stdout), text(start.stderr), once(start, 'exit')])
  expect({ output, error, code }).toEqual({ output: '', error: 'joule: the build failed\n', code: 1 })
})

test('a start continues after its build', async () => {
  const root = await folderWith({ 'build.mjs': `console.log('built')` })
  expect(await text(startWith(root).stdout)).toBe('built\nserved\n')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during the build ends the start, the build and its child processes', async (signal, code) => {
  const root = await folderWith({ 'build.mjs': ENDLESS })
  const start = startWith(root)
  await expect.poll(() => pidsIn(root)).toHaveLength(2)
  start.kill(signal)
  expect(await once(start, 'exit')).toEqual([code, null])
  await expect.poll(() => runningIn(root)).toEqual([])
})

function startWith(root: string) {
  const script = `import { buildInChild } from '${inRoot('scripts/build/in-child.ts')}'
    await buildInChild('${join(root, 'build.mjs')}')
    console.log('served')`
  return spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
