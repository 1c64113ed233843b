import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { SPECULATION_RULES, SPECULATION_RULES_HASH } from '#kernel/speculation-rules.ts'

test('the CSP hash is the hash of the speculation rules', () => {
  const hash = createHash('sha256').update(SPECULATION_RULES).digest('base64')
  expect(SPECULATION_RULES_HASH).toBe(`sha256-${hash}`)
})
