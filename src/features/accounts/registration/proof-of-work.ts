import { createChallenge, extractParams } from 'altcha-lib/v1'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Statement } from '#db/client.ts'
import { after, MINUTE, SECOND } from '#kernel/clock.ts'
import { sameSecret } from '#kernel/crypto/secrets.ts'
import { type Secrets, seal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

/** The solver tries half of the numbers on average: about a second on a phone. */
export const PROOF_NUMBER_MAX = 50_000
/** Long enough to fill in the form. */
export const PROOF_LIFETIME = 20 * MINUTE
/** In characters. A solution has about 300. */
export const SOLUTION_MAX = 2_000

const ALGORITHM = 'SHA-256'

/** The wire format of ALTCHA, version 1. */
export const ProofChallengeShape = z
  .object({
    algorithm: z.literal(ALGORITHM),
    challenge: z.string(),
    maxnumber: z.int(),
    salt: z
      .string()
      .describe('The salt of the challenge. It contains the time at which the challenge expires.'),
    signature: z.string(),
  })
  .meta({ id: 'ProofChallenge' })

const Solution = ProofChallengeShape.omit({ maxnumber: true }).extend({
  number: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
})

/**
 * Checks the solved challenge of a request, if the site requires one. Returns the statements that
 * use it up.
 */
export type Admission = () => Promise<Statement[]>

/** A challenge. It is signed, so nothing is stored until it is solved. */
export async function newProofChallenge(
  [secret]: Secrets,
  now: Date,
): Promise<z.infer<typeof ProofChallengeShape>> {
  const { challenge, salt, signature } = await createChallenge({
    algorithm: ALGORITHM,
    hmacKey: await keyOf(secret),
    maxnumber: PROOF_NUMBER_MAX,
    expires: after(now, PROOF_LIFETIME),
  })
  return { algorithm: ALGORITHM, challenge, maxnumber: PROOF_NUMBER_MAX, salt, signature }
}

/**
 * The statements that use up a solution, for the batch of the command that needs it. A second use
 * violates the primary key, which refuses the whole batch. A batch that is refused for another
 * reason does not use the solution up.
 */
export async function spendSolution(
  secrets: Secrets,
  payload: string | undefined,
  now: Date,
): Promise<Statement[]> {
  const solution = Solution.safeParse(decoded(payload ?? '')).data
  if (solution === undefined) throw new AppError('challenge_failed')
  const expires =
    Number(extractParams({ ...solution, maxnumber: PROOF_NUMBER_MAX }).expires) * SECOND
  const isLive = expires > now.getTime() && expires <= now.getTime() + PROOF_LIFETIME
  if (!isLive || !(await isSigned(secrets, solution))) throw new AppError('challenge_failed')
  return [
    sql`INSERT INTO spent_proofs (challenge, expires_at)
        VALUES (${solution.challenge}, ${new Date(expires).toISOString()})`,
  ]
}

/** For the cron. */
export function deleteSpentProofs(now: Date): Statement {
  return sql`DELETE FROM spent_proofs WHERE expires_at <= ${now.toISOString()}`
}

/**
 * Whether this site has signed the challenge of a solution. `verifySolution` of the library is not
 * used: it compares signatures in variable time and reads the clock of the machine.
 */
async function isSigned(
  secrets: Secrets,
  { challenge, number, salt, signature }: z.infer<typeof Solution>,
) {
  for (const secret of secrets) {
    const expected = await createChallenge({
      algorithm: ALGORITHM,
      hmacKey: await keyOf(secret),
      number,
      salt,
    })
    if (expected.challenge === challenge && sameSecret(expected.signature, signature)) return true
  }
  return false
}

const keyOf = (secret: string) => seal([secret], 'proof-of-work', 'key')

function decoded(payload: string): unknown {
  try {
    return JSON.parse(atob(payload))
  } catch {
    return null
  }
}
