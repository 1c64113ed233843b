import { type Call, difference, type Expected, type Given, resetBy } from './act.ts'
import { checkIn } from './rules/energy.ts'
import { notePublications } from './rules/series.ts'
import { found, isAdmin, type Site } from './state.ts'

/** All orders of these calls that explain these responses. Yields the final model of each. */
export function* ordersOf(site: Site, calls: Call[], responses: Given[]): Generator<Site> {
  yield* continueWith(
    site,
    calls.map((call, index) => ({ call, response: responses[index] ?? { status: 0, json: null } })),
    site,
    calls,
  )
}

interface Responded {
  call: Call
  response: Given
}

function* continueWith(site: Site, left: Responded[], start: Site, calls: Call[]): Generator<Site> {
  if (left.length === 0) yield site
  for (const one of left) {
    const next = structuredClone(site)
    const isFitting = difference(expectedOf(next, one.call, one.response), one.response) === null
    const after = isFitting ? next : cameTooLate(site, one, start, calls)
    if (after)
      yield* continueWith(
        after,
        left.filter((other) => other !== one),
        start,
        calls,
      )
  }
}

/**
 * A concurrent call may fail because of another: the post was changed between its read and its
 * write, a ban or a reset ended its session, another admin decided first, its application was
 * removed, or a newer link was mailed. Two concurrent deletions of one comment or application may
 * both succeed. Such a call has no further effect.
 */
function cameTooLate(
  site: Site,
  { call, response }: Responded,
  start: Site,
  calls: Call[],
): Site | null {
  const others = calls.filter((other) => other !== call)
  const code = response.json?.error?.code
  const post = movedBy(call)
  const wasMoved = post !== null && others.some((other) => movedBy(other) === post)
  const isSame = others.some(({ method, path }) => method === call.method && path === call.path)
  const wasCutOff = others.some(
    ({ method, path }) => method === 'DELETE' && path.includes('/apps/'),
  )
  const wasEnded =
    call.by !== null &&
    found(start.people, call.by).isBanned !== found(site.people, call.by).isBanned
  const wasReset = call.by !== null && others.some((other) => resetBy(other) === call.by)
  const isExpected =
    (code === 'version_conflict' && wasMoved) ||
    (['session_expired', 'expired'].includes(code) && wasEnded) ||
    (['session_expired', 'expired', 'login_to_verify'].includes(code) && wasReset) ||
    (code === 'invalid_transition' && isSame && call.path.endsWith('/close')) ||
    (['access_denied', 'invalid_grant'].includes(code) && wasCutOff) ||
    (code === 'session_expired' && isSame && call.path.endsWith('/verify-email')) ||
    (code === 'forbidden' &&
      others.some(({ method, path }) => method === 'DELETE' && call.path.startsWith(path))) ||
    (response.status === 204 &&
      isSame &&
      /^\/api\/(comments|admin\/apps|studio\/series)\//.test(call.path))
  return isExpected ? structuredClone(site) : null
}

function movedBy({ method, path }: Call): string | null {
  if (method === 'GET') return null
  return (
    /\/(?:studio|admin)\/posts\/(\d+)/.exec(path)?.[1] ??
    /\/reports\/post\/(\d+)/.exec(path)?.[1] ??
    null
  )
}

/** Checks before every rule: access, and the check-in of the day. */
export function expectedOf(site: Site, call: Call, given: Given): Expected {
  if (call.by !== null) {
    const sender = found(site.people, call.by)
    if (sender.isBanned && !call.admitsBanned && (call.method !== 'GET' || call.needs))
      return { refused: ['banned'] }
    if (call.needs && (call.needs === 'owner' ? sender.role !== 'owner' : !isAdmin(sender)))
      return { refused: ['forbidden'] }
    if (call.checksIn !== false) checkIn(site, call.by)
  }
  const expected = call.rule(site, given)
  notePublications(site)
  return expected
}
