import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVE_HELP, START_HELP } from '../../../scripts/bootstrap/run-site.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import { folderWith } from './support/folders.ts'

test('--help of npm start and npm run serve needs no install; any other argument is an error in one line', async () => {
  const clone = await folderWith()
  cpSync(inRoot('scripts'), join(clone, 'scripts'), { recursive: true })
  for (const [file, name, help] of [
    ['start.mjs', 'npm start', START_HELP],
    ['serve.mjs', 'npm run serve', SERVE_HELP],
  ] as const) {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(clone, 'scripts', file), ...args], { encoding: 'utf8' })
    expect(run('--help')).toMatchObject({ status: 0, stdout: `${help}\n`, stderr: '' })
    const { status, stderr } = run('--port', '3000')
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(`^joule: ${name} has no option "--port"; .*\n$`),
    ])
  }
})

test('the help and docs/settings.md name every setting', () => {
  const settings = readFileSync(inRoot('scripts/site/settings.ts'), 'utf8')
  const names = [...new Set([...settings.matchAll(/\benv\.(\w+)/g)].map(([, name]) => name ?? ''))]
  expect(names).toContain('PORT')
  expect(names.filter((name) => !START_HELP.includes(name))).toEqual([])
  const forDemos = ['JOULE_EMPTY', 'JOULE_DEMO', 'JOULE_WRITE_LIMIT']
  expect(names.filter((name) => !SERVE_HELP.includes(name) && !forDemos.includes(name))).toEqual([])
  const document = readFileSync(inRoot('docs/settings.md'), 'utf8')
  expect(names.filter((name) => !document.includes(`\`${name}`))).toEqual([])
})
