import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifestOf } from '../../../scripts/build/client.ts'
import { fingerprint } from '../../../scripts/build/fingerprint.ts'
import { withImports } from '../../../scripts/build/sizes.ts'
import { folderWith } from './support/folders.ts'

const output = (entryPoint?: string, imports: string[] = [], holds: string[] = []) => ({
  bytes: 1,
  inputs: Object.fromEntries(holds.map((path) => [path, { bytesInOutput: 1 }])),
  exports: [],
  imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
  ...(entryPoint === undefined ? {} : { entryPoint }),
})

const OUTPUTS = {
  'static/build/site-AB12.js': output('src/client/entries/site.ts', ['static/build/chunk-1.js']),
  'static/build/chunk-1.js': output(undefined, ['static/build/chunk-2.js']),
  'static/build/chunk-2.js': output(),
  'static/build/editor-CD34.js': output('src/client/entries/editor.ts', ['static/build/chunk-2.js']),
  'static/build/site-EF56.css': output('static/css/site.css'),
}

test('the manifest names every entry and no chunk', () => {
  expect(manifestOf({ inputs: {}, outputs: OUTPUTS })).toEqual({
    'editor.js': '/build/editor-CD34.js',
    'site.css': '/build/site-EF56.css',
    'site.js': '/build/site-AB12.js',
  })
})

test('the manifest uses the shared file of a script that others import, and omits lazily loaded scripts', () => {
  const [reader, later] = ['src/client/entries/reader.ts', 'later:src/client/behaviors/account/avatar.ts']
  const outputs = {
    'static/build/reader-AB12.js': output(reader, ['static/build/chunk-1.js']),
    'static/build/chunk-1.js': output(undefined, [], [reader]),
    'static/build/chunk-2.js': output(later, ['static/build/chunk-1.js'], [later]),
  }
  expect(manifestOf({ inputs: {}, outputs })).toEqual({ 'reader.js': '/build/chunk-1.js' })
})

test('the size of a page includes its script and all imports', () => {
  expect(withImports(['static/build/site-AB12.js'], OUTPUTS)).toEqual([
    'static/build/site-AB12.js',
    'static/build/chunk-1.js',
    'static/build/chunk-2.js',
  ])
})

test('changing, moving or adding a file changes the fingerprint', async () => {
  const root = await folderWith({ 'src/a.ts': 'one', 'src/b.ts': 'two' })
  const prints = [await fingerprint(['src'], root)]
  expect(await fingerprint(['src'], root)).toBe(prints[0])
  for (const [name, text] of [
    ['a.ts', 'onetwo'],
    ['b.ts', ''],
    ['c.ts', ''],
  ] as const) {
    await writeFile(join(root, 'src', name), text)
    prints.push(await fingerprint(['src'], root))
  }
  expect(new Set(prints).size).toBe(4)
})
