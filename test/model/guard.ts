import type { Call } from './act.ts'
import type { Expected, Given } from './answer.ts'
import { checkIn } from './rules/energy.ts'
import { found, isAdmin, type Site } from './state.ts'

/** What comes before every rule: who may call at all, and the check-in of the day. */
export function expectedOf(site: Site, call: Call, given: Given): Expected {
  if (call.by !== null) {
    const sender = found(site.people, call.by)
    if (sender.isBanned && (call.method !== 'GET' || call.needs)) return { refused: ['banned'] }
    if (call.needs && (call.needs === 'owner' ? sender.role !== 'owner' : !isAdmin(sender)))
      return { refused: ['forbidden'] }
    if (call.checksIn !== false) checkIn(site, call.by)
  }
  return call.rule(site, given)
}
