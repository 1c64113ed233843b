import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOOK_ALIKES_FILE, lookAlikes } from '../../../scripts/confusables/index.ts'

test('the table of look-alikes is what the script makes of the table of Unicode', async () => {
  expect(await readFile(LOOK_ALIKES_FILE, 'utf8')).toBe(await lookAlikes())
})
