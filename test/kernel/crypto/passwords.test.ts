import { expect, onTestFinished, test } from 'vitest'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'
import {
  hashPassword,
  PASSWORD_COST,
  passwordFits,
  setPasswordCost,
} from '#kernel/crypto/passwords.ts'

test('passwords are hashed with bcrypt at cost 10, and the right password is accepted', async () => {
  setPasswordCost(PASSWORD_COST)
  onTestFinished(() => setPasswordCost(4))
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$2[aby]\$10\$/)
  expect(await passwordFits('correct horse', hash)).toBe(true)
})

test('a wrong password is refused', async () => {
  expect(await passwordFits('Correct horse', await hashPassword('correct horse'))).toBe(false)
})

test('every byte of a password above the 72-byte limit of bcrypt counts', async () => {
  const long = 'a'.repeat(100)
  const hash = await hashPassword(long)
  expect([await passwordFits(long, hash), await passwordFits(`${long}b`, hash)]).toEqual([
    true,
    false,
  ])
})

test('every password is refused for an account without a hash', async () => {
  expect(await passwordFits('', null)).toBe(false)
})

const WORDS = ['ada.lovelace@example.com', 'ada.lovelace', 'Countess', null]

const GUESSABLE = (
  '11111111 aaaaaaaaaa 😀😀😀😀😀😀😀😀 12345678 1234567890123 87654321 01234567 abcdefgh ABCDEFGH zyxwvuts ' +
  'qwertyui QwertyUiop asdfghjkl poiuytrewq 1qaz2wsx ada.lovelace@example.com Ada.Lovelace countess'
).split(' ')

test.each(GUESSABLE)('%s is refused as guessable', (password) =>
  expect(isGuessable(password, WORDS)).toBe(true),
)

test.each([
  'password',
  '12345679',
  'long enough',
  'correct horse',
  '123456789a',
  'countess1',
  '一二三四五六七八',
])('%s is not refused as guessable', (password) => expect(isGuessable(password, WORDS)).toBe(false))
