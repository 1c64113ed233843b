import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { firstName } from '#features/accounts/profiles/review.ts'
import { USERNAME_MAX, USERNAME_MIN, UsernameInput } from '#features/accounts/profiles/username.ts'
import { AppError, errorMessage } from '#kernel/errors.ts'
import { problemIn } from '#kernel/fields.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { inForeground } from './processes.ts'

/** The uid of an owner without a username and without a pending one: of this address, or the first owner. */
export async function unnamedOwner(db: Database, address: string | null): Promise<number | null> {
  const email = address?.trim().toLowerCase() ?? null
  const owner = await db.first(sql<{ uid: number; hasName: number }>`
    SELECT uid, username IS NOT NULL OR EXISTS (
      SELECT 1 FROM profile_reviews WHERE user_id = uid AND status = 'pending') AS hasName
    FROM users WHERE role = 'owner' AND (${email} IS NULL OR email = ${email}) ORDER BY uid LIMIT 1`)
  return owner === null || owner.hasName === 1 ? null : owner.uid
}

/** Sets the owner's first username. Its reward lifts the owner to Lv1, which may publish. */
export async function nameOwner(db: Database, uid: number, typed: string, now: Date): Promise<void> {
  const { data: name, error } = UsernameInput.safeParse(typed)
  if (error) throw new Failure(error.issues.map((issue) => problemIn(issue, 'en')).join(' '))
  try {
    await db.batch(await firstName(db, uid, name, now))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = error.details.fields?.username ?? errorMessage(error.code, 'en')
    throw new Failure(typeof problem === 'string' ? problem : problem('en'))
  }
}

/** Whether a person reads the output and can answer. A background process that reads its terminal is stopped. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !process.env.CI && inForeground()
}

/** Asks for the owner's name while the site runs. Resolves when the name is set, or when the answer is empty. */
export async function askForName(
  { input, output }: { input: Readable; output: Writable },
  setName: (name: string) => Promise<void>,
): Promise<void> {
  // Without `terminal`, Ctrl-C still stops the site.
  const lines = createInterface({ input, terminal: false })
  output.write(`\n${QUESTION}`)
  try {
    for await (const line of lines) {
      const name = line.trim()
      if (name === '') return
      const problem = await setName(name).then(
        () => null,
        (error) => (error instanceof Failure ? error.message : Promise.reject(error)),
      )
      if (problem === null) {
        output.write(`${name} can now publish.\n`)
        return
      }
      output.write(`${problem}\n${QUESTION}`)
    }
  } finally {
    lines.close()
  }
}

const QUESTION = `Your username as the owner (${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, _ or -; Enter skips): `
