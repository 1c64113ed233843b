import { expect, test } from 'vitest'
import type { Answer } from '../../../../tools/prove/writes/ask.ts'
import { Book } from '../../../../tools/prove/writes/book.ts'

/** A proof that finds nothing wrong is worth what it would find. */
const FOUND: [string, Record<string, string>, string[]][] = [
  ['all of it', { kept: 'a', changed: 'c', failed: 'e' }, []],
  ['nothing of what was on its way', { kept: 'a', changed: 'b' }, []],
  ['less than was answered', { changed: 'b' }, ['kept is null, not a']],
  ['a half of what was on its way', { kept: 'a', changed: 'b and c' }, ['changed is b and c, not b or c']],
  ['what was refused', { kept: 'a', changed: 'b', refused: 'd' }, ['refused is d, not null']],
  ['what nobody wrote', { kept: 'a', changed: 'b', more: 'f' }, ['more is f, and nobody wrote it']],
]

test.each(FOUND)('the book knows whether a site lost something that holds %s', async (_, found, lost) => {
  const book = new Book()
  const write = (fact: string, next: string, answer: Answer | null) =>
    book.write({ fact, next, send: async () => answer })
  await write('kept', 'a', answered(201))
  await write('changed', 'b', answered(201))
  await write('changed', 'c', null)
  await write('refused', 'd', answered(409))
  await write('failed', 'e', answered(500))
  expect(book.counts).toEqual({ acknowledged: 2, refused: 1, failed: 1, unanswered: 1 })
  expect(book.compare(new Map(Object.entries(found))).lost).toEqual(lost)
})

const answered = (status: number): Answer => ({ status, headers: {}, bytes: Buffer.from(''), sentAt: 0, answeredAt: 0 })
