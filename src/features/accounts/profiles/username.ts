import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, problem } from '#kernel/fields.ts'
import { LOOK_ALIKES } from '#kernel/look-alikes.ts'

export const USERNAME_MIN = 2
export const USERNAME_MAX = 20

/** Letters and digits of any script, `_` and `-`, except invisible letters (Hangul fillers). */
const ALLOWED = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_-])+$/u

/** Names with the same key look the same. Keys are unique. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC')
}

export const UsernameInput = z
  .string()
  .trim()
  .transform((value) => value.normalize('NFC'))
  .superRefine((value, context) => {
    const length = [...value].length
    if (length === 0) context.addIssue(problem('required'))
    else if (length < USERNAME_MIN) context.addIssue(problem('too_short', USERNAME_MIN))
    else if (length > USERNAME_MAX) context.addIssue(problem('too_long', USERNAME_MAX))
    else if (!ALLOWED.test(value)) context.addIssue(problem('username_characters'))
  })
  .meta({ minLength: USERNAME_MIN, maxLength: USERNAME_MAX })

/**
 * Refuses a new name that looks like a staff name or a generated display name. Users who already have such a name keep it.
 */
export function refuseMisleadingName(username: string): void {
  const problem = mixesAlphabets(username) ? 'username_mixed' : resemblesReserved(username) ? 'username_reserved' : null
  if (problem !== null) throw new AppError('validation_failed', { fields: { username: fieldProblem(problem) } })
}

/** Alphabets with similar letters, which a name must not mix. Han, Kana and Hangul may be mixed with any of them. */
const ALPHABETS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian', 'Lisu', 'Deseret'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

function mixesAlphabets(username: string): boolean {
  const plain = username.normalize('NFKC')
  return ALPHABETS.filter((letter) => letter.test(plain)).length > 1
}

function resemblesReserved(username: string): boolean {
  const read = asRead(username)
  return GIVEN.test(read) || RESERVED.has(outlineOf(read))
}

const LETTERS: ReadonlyMap<string, string> = new Map(
  [...LOOK_ALIKES].flatMap(([letter, characters]) => [...characters].map((character) => [character, letter])),
)

/** The name in the Latin letters that it resembles, without accents and separators. */
function asRead(username: string): string {
  const letters = [...username.normalize('NFKD')].map((character) => LETTERS.get(character) ?? character)
  return usernameKey(letters.join('').replace(/[\p{M}_-]/gu, ''))
}

/** Unifies similar characters: 0 and o, 1 or I and l, rn and m. */
function outlineOf(read: string): string {
  return read.replaceAll('0', 'o').replace(/[1i]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Display names that the site generates, for users without a name and for erased accounts. */
const GIVEN = /^(?:(?:用户|用戶|user)\p{N}+|已注销用户|已註銷用戶|deleteduser)$/u

const RESERVED: ReadonlySet<string> = new Set(
  'admin administrator owner root system sysop moderator mod staff support help official joule api null undefined me 管理员 系统 官方 站长 客服'
    .split(' ')
    .map((name) => outlineOf(asRead(name))),
)
