import { expect, test } from 'vitest'
import { hashPassword, passwordFits } from '#kernel/crypto/passwords.ts'
import { csvStream } from '#kernel/formats/csv.ts'
import { oneAtATime } from '#kernel/one-at-a-time.ts'
import { pause } from '#kernel/pause.ts'

/** Long enough that a password hash of the tests would end before it. */
const PIECE = 100

/** The order in which the work ends that is started while a piece runs. */
async function orderBeside(work: () => Promise<unknown>): Promise<string[]> {
  const order: string[] = []
  const piece = oneAtATime('rows', () => pause(PIECE).then(() => order.push('piece')))
  await Promise.all([piece, work().then(() => order.push('work'))])
  return order
}

test('a password is hashed and compared after the piece of long work that runs', async () => {
  const hash = await hashPassword('correct horse')
  expect(await orderBeside(() => hashPassword('correct horse'))).toEqual(['piece', 'work'])
  expect(await orderBeside(() => passwordFits('correct horse', hash))).toEqual(['piece', 'work'])
})

test('the rows of a CSV file are read after the piece of long work that runs', async () => {
  const file = csvStream<number>(
    ['number'],
    2,
    async (last) => (last === null ? [1, 2] : [3]),
    (row) => `${row}\r\n`,
  )
  const text = () => new Response(file).text()
  expect(await orderBeside(text)).toEqual(['piece', 'work'])
})

test('kinds of long work take turns, so that a long file does not delay a login by all its pieces', async () => {
  const order: string[] = []
  const piece = (kind: 'passwords' | 'rows') =>
    oneAtATime(kind, async () => {
      order.push(kind)
      await pause(2)
    })
  await Promise.all([...Array.from({ length: 3 }, () => piece('rows')), piece('passwords')])
  expect(order).toEqual(['rows', 'rows', 'passwords', 'rows'])
})
