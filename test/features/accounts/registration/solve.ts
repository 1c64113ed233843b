import { createChallenge, solveChallenge } from 'altcha-lib/v1'
import { PROOF_LIFETIME, PROOF_NUMBER_MAX } from '#features/accounts/registration/proof-of-work.ts'
import { after } from '#kernel/clock.ts'
import { seal } from '#kernel/crypto/signatures.ts'

interface Challenge {
  algorithm: string
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

/** Solved by ALTCHA's own solver. */
export async function solve({ maxnumber, ...challenge }: Challenge): Promise<string> {
  const { algorithm, challenge: wanted, salt } = challenge
  const solution = await solveChallenge(wanted, salt, algorithm, maxnumber).promise
  return encoded({ ...challenge, number: solution?.number })
}

const NUMBER = 7

/**
 * A challenge, signed like those of the site, with a small number. Solving one of the site takes
 * 0.3 s of CPU.
 */
export async function easyChallenge(secret: string, now = new Date()): Promise<Challenge> {
  const { algorithm, challenge, salt, signature } = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey: await seal([secret], 'proof-of-work', 'key'),
    number: NUMBER,
    expires: after(now, PROOF_LIFETIME),
  })
  return { algorithm, challenge, maxnumber: PROOF_NUMBER_MAX, salt, signature }
}

export async function solvedChallenge(secret: string, now: Date): Promise<string> {
  const { maxnumber: _, ...challenge } = await easyChallenge(secret, now)
  return encoded({ ...challenge, number: NUMBER })
}

export const encoded = (payload: object): string => btoa(JSON.stringify(payload))
