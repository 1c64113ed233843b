import { expect, test } from 'vitest'
import { syntaxNodes } from './syntax.ts'

test('no name is looked up with `in`, which also finds `constructor` (use: Map or Object.hasOwn)', () => {
  const found: string[] = []
  for (const { path, node } of syntaxNodes()) {
    if (node.type === 'BinaryExpression' && node.operator === 'in' && node.left?.type !== 'Literal') found.push(path)
  }
  expect(found).toEqual([])
})
