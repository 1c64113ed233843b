import { expect, test } from 'vitest'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'

const WORDS = ['ada.lovelace@example.com', 'ada.lovelace', 'Countess', null]

test.each([
  '11111111',
  'aaaaaaaaaa',
  '😀😀😀😀😀😀😀😀',
  '12345678',
  '1234567890123',
  '87654321',
  '01234567',
  'abcdefgh',
  'ABCDEFGH',
  'zyxwvuts',
  'qwertyui',
  'QwertyUiop',
  'asdfghjkl',
  'poiuytrewq',
  '1qaz2wsx',
  'ada.lovelace@example.com',
  'Ada.Lovelace',
  'countess',
])('%s is refused as guessable', (password) => expect(isGuessable(password, WORDS)).toBe(true))

test.each(['password', '12345679', 'long enough', 'correct horse', '123456789a', 'countess1', '一二三四五六七八'])(
  '%s is not refused as guessable',
  (password) => expect(isGuessable(password, WORDS)).toBe(false),
)
