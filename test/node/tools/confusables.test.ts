import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOOK_ALIKES_FILE, lookAlikes } from '../../../tools/confusables.ts'

test('the confusables table is up to date with the table of Unicode', async () => {
  expect(bare(await readFile(LOOK_ALIKES_FILE, 'utf8'))).toBe(bare(await lookAlikes()))
})

/** Without formatting. */
function bare(source: string): string {
  return source.replace(/\s/g, '').replaceAll(',]', ']')
}
