import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from '../cloudflare/account.ts'
import { NoRight } from '../cloudflare/request.ts'

interface Subscription {
  rate_plan?: { id?: string }
}

const FREE = `On the free plan a request has 10 ms of processor time and 50 queries: passwords (bcrypt) and pictures need more, \
so that people could often neither register nor log in. A database there has 500 MB.`

/** What does not work on the free plan is said before anything is done. */
export async function checkPlan(account: Account, goesOnFree: boolean): Promise<string> {
  const subscriptions = await account.ask<Subscription[]>('GET', 'subscriptions').catch(unlessForbidden)
  if (subscriptions === null) return `This login cannot see which plan the account has. ${FREE}`
  const isPaid = subscriptions.some(({ rate_plan }) =>
    /workers_(paid|unbound|enterprise|standard)|enterprise/.test(rate_plan?.id ?? ''),
  )
  if (isPaid) return 'Workers Paid'
  if (goesOnFree) return FREE
  throw new Failure(`the account "${account.name}" is on the free plan. ${FREE} Change to Workers Paid, or add --free`)
}

/** Billing is a right of its own, which a deployment does not need. */
function unlessForbidden(error: unknown): null {
  if (error instanceof NoRight) return null
  throw error
}
