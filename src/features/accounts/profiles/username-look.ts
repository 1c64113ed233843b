import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { latinOf } from '#kernel/resemblance.ts'

/**
 * Readers can mistake names with the same look for each other: users_same_look_* and profile_reviews_same_look_new refuse the second one.
 * Accents, letters of other alphabets, separators, digits in place of letters, rn and m make no difference. Digits at the
 * end stay, except 1 and 0: Anna3 and Annae are two people. The column is NULL for a name whose look is not
 * computed yet; the trigger users_look_ends_with_its_name deletes the look of an erased name.
 */
export function usernameLook(username: string): string {
  const read = latinOf(username).replace(/[_-]/g, '').replaceAll('I', 'l').toLowerCase()
  const characters = [...read.replaceAll('1', 'l').replaceAll('0', 'o')]
  const end = characters.findLastIndex((character) => !/\d/.test(character))
  const letters = characters.map((character, at) => (at < end ? (LETTER_OF_DIGIT[character] ?? character) : character))
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
  const looks = JSON.stringify(rows.map(({ uid, username }) => ({ uid, username, look: usernameLook(username) })))
  await db.batch([
    sql`UPDATE users SET username_look = computed.value ->> 'look' FROM json_each(${looks}) AS computed
        WHERE uid = computed.value ->> 'uid' AND username = computed.value ->> 'username'`,
  ])
}
