import { expect, test } from 'vitest'
import { hashPassword, passwordFits } from '#kernel/passwords.ts'

test('a password is kept as a hash that takes a guesser a thousand rounds, and only it fits', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$2[aby]\$10\$/)
  expect([await passwordFits('correct horse', hash), await passwordFits('Correct horse', hash)]).toEqual([true, false])
})

test('what is longer than bcrypt reads counts whole', async () => {
  const long = 'a'.repeat(100)
  const hash = await hashPassword(long, 4)
  expect([await passwordFits(long, hash), await passwordFits(`${long}b`, hash)]).toEqual([true, false])
})

test('nobody’s password fits nothing', async () => {
  expect(await passwordFits('', null)).toBe(false)
})
