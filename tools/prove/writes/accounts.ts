import { type Answer, jsonOf } from './ask.ts'
import { anonymously, PASSWORD, Person } from './person.ts'
import type { Act, World } from './world.ts'

/** A complete account: its name with the completed task, a session, and the confirmation mail. */
export const FOUND_PEOPLE = `
  SELECT 'person:' || email AS fact, username || ', tasks ' || (
      SELECT COUNT(*) FROM user_tasks t WHERE t.user_id = uid AND task = 'username')
    || ', sessions ' || (SELECT COUNT(*) FROM sessions s WHERE s.user_id = uid)
    || ', mails ' || (SELECT COUNT(*) FROM outbox o WHERE o.user_id = uid) AS value
  FROM users WHERE role = 'user'`

export const register: Act = async (world) => {
  await signUp(world, world.count())
}

/** Null without a response. */
export async function signUp({ ask, writeLog }: World, n: number, from = addressOf(n)): Promise<Person | null> {
  const [email, username] = [`p${n}@proof.test`, `p${n}`]
  const answer = await writeLog.write({
    fact: `person:${email}`,
    next: `${username}, tasks 1, sessions 1, mails 1`,
    send: () => anonymously(ask, '/api/auth/register', { email, username, password: PASSWORD }, from),
  })
  return answer?.status === 201 ? new Person(ask, username, addressOf(n), jsonOf(answer)) : null
}

/** The limit is a hundred registrations per address and hour. */
export function addressOf(n: number): string {
  return `10.${Math.floor(n / 65_536) % 256}.${Math.floor(n / 256) % 256}.${n % 256}`
}

export const FOUND_SIGNATURES = `
  SELECT 'signature:' || uid AS fact, signature || ', tasks ' || (
      SELECT COUNT(*) FROM user_tasks t WHERE t.user_id = uid AND task = 'signature') AS value
  FROM users WHERE role = 'user' AND signature <> ''`

export const sign: Act = async ({ writeLog, count }, person): Promise<Answer | null> => {
  const signature = `signature ${count()}`
  return writeLog.write({
    fact: `signature:${person.uid}`,
    next: `${signature}, tasks 1`,
    send: () => person.send('PUT', '/api/settings/profile', { signature }),
  })
}
