import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from '../cloudflare/account.ts'
import { HOW_TO_LOG_IN, MissingPermission, Refused } from '../cloudflare/request.ts'

/**
 * Checks the permissions of a deployment with empty requests: Cloudflare refuses them either because they are empty or,
 * first, because of a missing permission. So a missing permission is reported before anything is created.
 */
export async function checkRights(account: Account, worker: string): Promise<void> {
  const probes = {
    'D1: Edit': 'd1/database',
    'Workers R2 Storage: Edit': 'r2/buckets',
    'Workers Scripts: Edit': `workers/scripts/${worker}/deployments`,
  }
  const responses = Object.entries(probes).map(async ([right, path]) => {
    const reason = await missingPermission(account, path)
    return reason === null ? [] : [reason ? `${right} (${reason})` : right]
  })
  const missing = (await Promise.all(responses)).flat()
  if (missing.length > 0)
    throw new Failure(`this login lacks permissions for a deployment: ${missing.join(', ')}; ${HOW_TO_LOG_IN}`)
}

/** Null if the request was refused for another reason than a missing permission. */
async function missingPermission(account: Account, path: string): Promise<string | null> {
  try {
    await account.ask('POST', path, {})
    return null
  } catch (error) {
    if (error instanceof MissingPermission) return error.reason
    if (error instanceof Refused) return null
    throw error
  }
}

interface Subscription {
  rate_plan?: { id?: string }
}

const FREE = `On the free plan a request may use 10 ms of CPU time and 50 queries. Passwords (bcrypt) and images need more, \
so registrations and logins would often fail. A database may have 500 MB.`

/** Reports features that do not work on the free plan before any change. */
export async function checkPlan(account: Account, allowFree: boolean): Promise<string> {
  const subscriptions = await account.ask<Subscription[]>('GET', 'subscriptions').catch(nullIfForbidden)
  if (subscriptions === null) return `This login cannot read the plan of the account. ${FREE}`
  const isPaid = subscriptions.some(({ rate_plan }) =>
    /workers_(paid|unbound|enterprise|standard)|enterprise/.test(rate_plan?.id ?? ''),
  )
  if (isPaid) return 'Workers Paid'
  if (allowFree) return FREE
  throw new Failure(`the account "${account.name}" is on the free plan. ${FREE} Change to Workers Paid, or add --free`)
}

/** Reading the subscription needs the Billing permission, which a deployment does not need. */
function nullIfForbidden(error: unknown): null {
  if (error instanceof MissingPermission) return null
  throw error
}
