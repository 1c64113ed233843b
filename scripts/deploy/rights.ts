import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from '../cloudflare/account.ts'
import { HOW_TO_LOG_IN, NoRight, Refused } from '../cloudflare/request.ts'

/**
 * What a deployment must be able to change, asked for in a way that cannot be granted: an empty request is refused for its
 * emptiness, or before that for want of the right. So a missing right is told before anything is made.
 */
export async function checkRights(account: Account, worker: string): Promise<void> {
  const knocks = {
    'D1: Edit': 'd1/database',
    'Workers R2 Storage: Edit': 'r2/buckets',
    'Workers Scripts: Edit': `workers/scripts/${worker}/deployments`,
  }
  const answers = Object.entries(knocks).map(async ([right, path]) => {
    const reason = await whyNot(account, path)
    return reason === null ? [] : [reason ? `${right} (${reason})` : right]
  })
  const missing = (await Promise.all(answers)).flat()
  if (missing.length > 0)
    throw new Failure(`this login may not change what a deployment changes: ${missing.join(', ')}; ${HOW_TO_LOG_IN}`)
}

/** Null if the request was refused for any other reason than a missing right. */
async function whyNot(account: Account, path: string): Promise<string | null> {
  try {
    await account.ask('POST', path, {})
    return null
  } catch (error) {
    if (error instanceof NoRight) return error.reason
    if (error instanceof Refused) return null
    throw error
  }
}
