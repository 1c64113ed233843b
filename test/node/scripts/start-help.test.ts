import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { START_HELP } from '../../../scripts/bootstrap/start-help.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import { folderWith } from './support/folders.ts'

test('npm start -- --help needs no install; any other argument is an error in one line', async () => {
  const clone = await folderWith()
  cpSync(inRoot('scripts'), join(clone, 'scripts'), { recursive: true })
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [join(clone, 'scripts/start.mjs'), ...args], { encoding: 'utf8' })
  expect(start('--help')).toMatchObject({ status: 0, stdout: `${START_HELP}\n`, stderr: '' })
  const { status, stderr } = start('--port', '3000')
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^joule: npm start has no option "--port"; .*\n$/)])
})

test('the help and the README name every setting', () => {
  const settings = readFileSync(inRoot('scripts/site/settings.ts'), 'utf8')
  const names = [...new Set([...settings.matchAll(/\benv\.(\w+)/g)].map(([, name]) => name ?? ''))]
  expect(names).toContain('PORT')
  expect(names.filter((name) => !START_HELP.includes(name))).toEqual([])
  const readme = readFileSync(inRoot('README.md'), 'utf8')
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([])
})
