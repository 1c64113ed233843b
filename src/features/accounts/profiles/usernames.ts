import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { USERNAME_MAX, USERNAME_MIN, usernameKey } from '#features/core/people/username-key.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, problem } from '#kernel/fields.ts'
import { latinOf, simplified } from '#kernel/text/reading-key.ts'

/**
 * Refuses a new name that mixes alphabets, or that looks like a staff name, the site's name or a
 * generated display name. Users who already have such a name keep it.
 */
export function refuseMisleadingName(username: string, siteName: string | null): void {
  const problem = mixesAlphabets(username)
    ? 'username_mixed'
    : isReserved(username, siteName)
      ? 'username_reserved'
      : null
  if (problem !== null)
    throw new AppError('validation_failed', { fields: { username: fieldProblem(problem) } })
}

/**
 * Alphabets with similar letters, which a name must not mix. Han, Kana and Hangul may be mixed with
 * any of them.
 */
const ALPHABETS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
  'Lisu',
  'Deseret',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

function mixesAlphabets(username: string): boolean {
  const plain = username.normalize('NFKC')
  return ALPHABETS.filter((letter) => letter.test(plain)).length > 1
}

/** Display names that the site generates, for users without a name and for erased accounts. */
const GIVEN = /^(?:(?:用户|user)\p{N}+|已注销用户|deleteduser)$/u

/**
 * Whether readers could take the name of a program for the site or its staff. The name may contain
 * any characters.
 */
export function imitatesStaff(name: string, siteName: string | null): boolean {
  return isReserved(name.replace(/[^\p{L}\p{N}]+/gu, '-'), siteName)
}

function isReserved(username: string, siteName: string | null): boolean {
  // The name is also read in lower case: the Cyrillic А and а both look like a Latin letter, but of
  // М and м only М does.
  return [username, username.toLowerCase()].some((name) => isReservedAsRead(asRead(name), siteName))
}

function isReservedAsRead(read: string, siteName: string | null): boolean {
  if (GIVEN.test(usernameKey(read.replace(SEPARATORS, '')))) return true
  const names =
    siteName === null ? [] : [outlineOf(asRead(siteName.replace(/[^\p{L}\p{N}]/gu, '')))]
  const siteNames = names.filter((name) => [...name].length > 1)
  const whole = outlineOf(read)
  const staff = [...STAFF, ...siteNames]
  return (
    WHOLE.has(whole) ||
    [...PARTS, ...siteNames.filter((name) => HAN.test(name))].some((part) =>
      whole.includes(part),
    ) ||
    runsOf(wordsIn(read)).some((run) => staff.includes(outlineOf(run))) ||
    [read, read.replace(/^[\p{N}_-]+|(?<![\p{N}_-])[\p{N}_-]+$/gu, '')].some((name) =>
      isMadeOf(outlineOf(name), staff),
    )
  )
}

/**
 * The name in the Latin letters and simplified characters that it resembles, without accents. 営 is
 * the Japanese form of 营.
 */
function asRead(name: string): string {
  return simplified(latinOf(name)).replaceAll('営', '营')
}

/** Makes letters equal that differ only in case or look similar: 0 and o; 1, I and l; rn and m. */
function outlineOf(read: string): string {
  const key = usernameKey(read.replace(SEPARATORS, ''))
  return key.replaceAll('0', 'o').replace(/[1i]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const SEPARATORS = /[_-]/g
const HAN = /\p{Script=Han}/u

/**
 * The words of a name, split at separators, numbers, capital letters and between Han and other
 * characters.
 */
function wordsIn(read: string): string[] {
  return read.split(
    /[_-]|(?<=\p{N})(?=\P{N})|(?<=\P{N})(?=\p{N})|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{Script=Han})(?=\P{Script=Han})|(?<=\P{Script=Han})(?=\p{Script=Han})/u,
  )
}

/**
 * Every sequence of adjacent words, joined. `adm1n` is split into three words, and the site's name
 * may have several.
 */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, start) =>
    words.slice(start).map((_, more) => words.slice(start, start + more + 1).join('')),
  )
}

/**
 * Whether the name consists only of reserved words and of words that go with them, without a
 * boundary between them: `thejoule`, `modteam`.
 */
function isMadeOf(name: string, staff: readonly string[], isFound = false): boolean {
  if (name === '') return isFound
  const rest = (words: readonly string[]) =>
    words.flatMap((word) => (word !== '' && name.startsWith(word) ? [name.slice(word.length)] : []))
  return (
    [...rest(staff), ...rest(ROLES)].some((text) => isMadeOf(text, staff, true)) ||
    rest(BESIDE).some((text) => isMadeOf(text, staff, isFound))
  )
}

// The words below are already written with simplified characters.
const outlines = (words: string) => words.split(/\s+/).map((word) => outlineOf(latinOf(word)))

/**
 * Words that are reserved as a word of a name: `admin1`, `alex-admin`, `AlexAdmin`, but not
 * `badminton`.
 */
const STAFF = outlines(
  `admin admins administrator administrators sysadmin moderator moderators mod mods sysop webmaster webmasters staff support
  official ${PRODUCT_NAME} админ админы администратор администрация модератор модераторы модер поддержка
  адмін адміністратор адміністрація підтримка διαχειριστής`,
)
/**
 * Words that are reserved alone, with a number and with the words below: `owner2`, `the-owner`, but
 * not `dog-owner` or `solar-system`.
 */
const ROLES = outlines(
  'owner owners root system help helpdesk security abuse postmaster hostmaster noreply',
)
const BESIDE = outlines('the real new my our site team account bot')
/** Words that are reserved as the whole name. */
const WHOLE: ReadonlySet<string> = new Set(
  outlines('api null undefined me here everyone everybody anyone all channel 系统 所有人 全体成员'),
)
/**
 * Words that are reserved in any part of a name, because Chinese, Japanese and Korean names have no
 * spaces.
 */
const PARTS = outlines(
  '管理员 管理组 管理人 版主 站长 站务 小编 运营 审核员 客服 官方 工作人员 系统通知 系统消息 管理者 モデレーター 관리자 운영자',
)

/**
 * Readers can mistake names with the same look for each other: users_same_look_* and
 * profile_reviews_same_look_new refuse the second one. Accents, letters of other alphabets,
 * separators, digits in place of letters, rn and m make no difference. Digits at the end stay,
 * except 1 and 0: Anna3 and Annae are two people. The column is NULL for a name whose look is not
 * computed yet; the trigger users_look_ends_with_its_name deletes the look of an erased name.
 */
export function usernameLook(username: string): string {
  const read = latinOf(username).replace(/[_-]/g, '').replaceAll('I', 'l').toLowerCase()
  const characters = [...read.replaceAll('1', 'l').replaceAll('0', 'o')]
  const end = characters.findLastIndex((character) => !/\d/.test(character))
  const letters = characters.map((character, at) =>
    at < end ? (LETTER_OF_DIGIT[character] ?? character) : character,
  )
  return letters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const LETTER_OF_DIGIT: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

const NAMES_A_RUN = 2000

/** For the cron: computes the look of names that an older version stored. */
export async function computeLooks(db: Database): Promise<void> {
  const rows = await db.all(sql<{ uid: number; username: string }>`
    SELECT uid, username FROM users INDEXED BY users_without_look
    WHERE username IS NOT NULL AND username_look IS NULL LIMIT ${NAMES_A_RUN}`)
  if (rows.length === 0) return
  const looks = JSON.stringify(
    rows.map(({ uid, username }) => ({ uid, username, look: usernameLook(username) })),
  )
  await db.batch([
    sql`UPDATE users SET username_look = computed.value ->> 'look' FROM json_each(${looks}) AS computed
        WHERE uid = computed.value ->> 'uid' AND username = computed.value ->> 'username'`,
  ])
}

/**
 * The characters of a name: letters and digits of any script, `_` and `-`, but no invisible letters
 * (Hangul fillers).
 */
const ALLOWED = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_-])+$/u

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
