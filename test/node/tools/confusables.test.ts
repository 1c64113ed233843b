import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOOK_ALIKES_FILE, lookAlikes } from '../../../tools/confusables.ts'

test('the table of look-alikes is what the script makes of the table of Unicode', async () => {
  expect(bare(await readFile(LOOK_ALIKES_FILE, 'utf8'))).toBe(bare(await lookAlikes()))
})

/** Without what the formatter makes of it. */
function bare(source: string): string {
  return source.replace(/\s/g, '').replaceAll(',]', ']')
}
