/** One attempt at a limited action, seen by its sender. The site read its clock between the two times. */
export interface Attempt {
  sentAt: number
  answeredAt: number
  /** Null without a response: the attempt may have been counted. */
  isRefused: boolean | null
  /** Retry-After of a refusal, in seconds. */
  retryAfter: number
}

export interface Limit {
  most: number
  seconds: number
}

/** The errors of a sliding window. Only differences that the uncertainty of the clocks cannot explain count. */
export function judge(attempts: readonly Attempt[], { most, seconds }: Limit): string[] {
  const window = seconds * 1000
  const counted = attempts.filter(({ isRefused }) => isRefused !== true)
  const surely = attempts.filter(({ isRefused }) => isRefused === false)
  return attempts.flatMap((attempt) => {
    const { sentAt, answeredAt, isRefused, retryAfter } = attempt
    if (isRefused === false) {
      const before = surely.filter((one) => one.answeredAt <= sentAt && one.sentAt > answeredAt - window)
      return before.length < most ? [] : [`one more was let through after ${before.length} in ${seconds} s`]
    }
    if (isRefused === null) return []
    const before = counted.filter((one) => one.sentAt <= answeredAt && one.answeredAt > sentAt - window - SLACK)
    if (before.length < most) return [`refused after ${before.length} in ${seconds} s`]
    const earlier = surely.filter((one) => one.answeredAt <= sentAt && one.answeredAt > sentAt - 2 * window)
    const earliest = nthLatest(
      earlier.map((one) => one.sentAt),
      most,
    )
    const latest = nthLatest(
      before.map((one) => one.answeredAt),
      most,
    )
    const [least, longest] = [secondsUntil(earliest + window, answeredAt), secondsUntil(latest + window, sentAt)]
    const isRight = retryAfter >= least && retryAfter <= longest
    return isRight ? [] : [`Retry-After was ${retryAfter}, not ${least} to ${longest}`]
  })
}

/**
 * A limit with a block: after it is exceeded, everything is refused until the block ends, and Retry-After says when.
 */
export function judgeBlock(attempts: readonly Attempt[], { most }: Limit, blockSeconds: number): string[] {
  const wrong: string[] = []
  let [taken, blocked] = [0, null as { from: number; to: number } | null]
  for (const { sentAt, answeredAt, isRefused, retryAfter } of attempts) {
    // Accepted exactly at the end of the block: a new count starts.
    if (blocked !== null && (sentAt > blocked.to || (isRefused === false && answeredAt >= blocked.from)))
      [taken, blocked] = [0, null]
    if (isRefused === null) taken++
    else if (!isRefused) {
      taken++
      if (blocked !== null) wrong.push('let through while it was blocked')
      if (taken > most) wrong.push(`${taken} were let through, not ${most}`)
    } else {
      if (taken < most) wrong.push(`refused after ${taken}`)
      blocked ??= { from: sentAt + blockSeconds * 1000 - SLACK, to: answeredAt + blockSeconds * 1000 + SLACK }
      const [least, longest] = [secondsUntil(blocked.from, answeredAt), secondsUntil(blocked.to, sentAt)]
      if (retryAfter < least || retryAfter > longest)
        wrong.push(`Retry-After was ${retryAfter}, not ${least} to ${longest}`)
    }
  }
  return wrong
}

/** The tolerance between two clocks of one machine, in milliseconds. */
const SLACK = 2

function nthLatest(times: readonly number[], n: number): number {
  return times.toSorted((a, b) => b - a)[n - 1] ?? Number.NEGATIVE_INFINITY
}

function secondsUntil(moment: number, now: number): number {
  return Math.max(Math.ceil((moment - now) / 1000), 1)
}
