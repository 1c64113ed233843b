import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { SPECULATION_RULES, SPECULATION_RULES_HASH } from '#kernel/speculation-rules.ts'
import { growsTooFast } from './growth.ts'

const FAMILIES = [...'abcdefg'].map((letter) => ({
  name: letter,
  of: (size: number) => letter.repeat(size),
}))

/** Counts steps, so that the result does not depend on the machine. */
let steps = 0
const clocks = { rough: () => steps, exact: () => steps }

/** Steps per character: linear growth, a high constant, one jump, or almost none. */
function work(text: string): void {
  const each: Record<string, number> = {
    a: text.length,
    b: 1000,
    c: text.length > 300 ? 1000 : 100,
  }
  steps += text.length * (each[text.charAt(0)] ?? 1)
}

test('the measurement reports an expensive input only if its cost grows superlinearly at two sizes', () => {
  expect(growsTooFast(work, FAMILIES, 200, clocks)).toEqual(['a'])
})

test('the CSP hash is the hash of the speculation rules', () => {
  const hash = createHash('sha256').update(SPECULATION_RULES).digest('base64')
  expect(SPECULATION_RULES_HASH).toBe(`sha256-${hash}`)
})
