import { expect, test } from 'vitest'
import { THEME_SCRIPT_HASH, themeScriptHash } from '#web/theme-script.ts'

test('the hash in the policy is the hash of the script', async () => {
  expect(await themeScriptHash()).toBe(THEME_SCRIPT_HASH)
})
