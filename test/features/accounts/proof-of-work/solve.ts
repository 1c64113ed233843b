import { solveChallenge } from 'altcha-lib/v1'

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

export const encoded = (payload: object): string => btoa(JSON.stringify(payload))
