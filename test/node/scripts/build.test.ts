import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprint } from '../../../scripts/build/fingerprint.ts'
import { withImports } from '../../../scripts/build/sizes.ts'
import { folderWith } from './support/folders.ts'

test('the size of a page includes its script and all imports', () => {
  const output = (...imports: string[]) => ({
    bytes: 1,
    inputs: {},
    exports: [],
    imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
  })
  const outputs = {
    'site.js': output('1.js'),
    '1.js': output('2.js'),
    '2.js': output(),
    'editor.js': output('2.js'),
  }
  expect(withImports(['site.js'], outputs)).toEqual(['site.js', '1.js', '2.js'])
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
