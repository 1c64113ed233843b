/** One try at something that is limited, as its sender saw it. The site looked at its clock at some moment between the two times. */
export interface Attempt {
  sentAt: number
  answeredAt: number
  /** Null where no answer came: it may have been counted. */
  isRefused: boolean | null
  /** In seconds, of a refusal. */
  retryAfter: number
}

export interface Limit {
  most: number
  seconds: number
}

/** What a sliding window did wrong, judged by the sender's clock: only what cannot be otherwise is held against it. */
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

/** Of a limit with a block: once it was exceeded, everything is refused until the block is over, and the header says when that is. */
export function judgeBlock(attempts: readonly Attempt[], { most }: Limit, blockSeconds: number): string[] {
  const wrong: string[] = []
  let [taken, blocked] = [0, null as { from: number; to: number } | null]
  for (const { sentAt, answeredAt, isRefused, retryAfter } of attempts) {
    // Let through at the very end of the block: a new count begins with it.
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

/** Two clocks of one machine may disagree by this, in milliseconds. */
const SLACK = 2

function nthLatest(times: readonly number[], n: number): number {
  return times.toSorted((a, b) => b - a)[n - 1] ?? Number.NEGATIVE_INFINITY
}

function secondsUntil(moment: number, now: number): number {
  return Math.max(Math.ceil((moment - now) / 1000), 1)
}
