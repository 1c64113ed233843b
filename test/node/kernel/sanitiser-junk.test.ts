import { expect, test } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { type Family, growsTooFast } from './growth.ts'

const JUNK: Family[] = [
  ...['<div>', '</div>', '<b><i><u>', '<a b="', '<!--', '<script>', '<', '&', '<svg>'].map(repeated),
  within('<a ', 'b ', '>'),
  within('<a', ' ', '>'),
  within('<img src="/x" alt="', 'y ', '">'),
]

// Not in workerd, whose clocks stop while code runs.
test('junk input takes linear time', () => {
  expect(growsTooFast(sanitiseHtml, JUNK, 50_000)).toEqual([])
})

function repeated(piece: string): Family {
  return within('', piece, '')
}

function within(start: string, piece: string, end: string): Family {
  return { name: start + piece + end, of: (size) => start + piece.repeat(size / piece.length) + end }
}
