import { RATE_RULES, type RateRule } from '#kernel/rate-limits.ts'
import type { Answer, Ask, Asked } from '../writes/ask.ts'
import { type Attempt, judge, judgeBlock } from './judge.ts'

/** The requests, grouped by the limit that counts them and by sender. */
export class Attempts {
  readonly statuses = new Map<number, number>()
  readonly #tried = new Map<string, Attempt[]>()

  /** Records all requests that are sent through it. */
  watching(ask: Ask): Ask {
    return async (asked) => {
      const sentAt = Date.now()
      const answer = await ask(asked)
      const status = answer?.status ?? 0
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
      for (const rule of rulesFor(asked)) this.#note(rule, asked, answer, sentAt)
      return answer
    }
  }

  /** How often each limit was reached, and its problems. */
  verdicts(): { rule: RateRule; tried: number; refused: number; wrong: string[] }[] {
    const rules = Object.entries(RATE_RULES) as [RateRule, (typeof RATE_RULES)[RateRule]][]
    return rules.flatMap(([rule, limit]) => {
      const mine = [...this.#tried].filter(([key]) => key.startsWith(`${rule} `)).map(([, attempts]) => attempts)
      if (mine.length === 0) return []
      const wrong = mine.flatMap((attempts) =>
        limit.block ? judgeBlock(attempts, limit, limit.block.seconds) : judge(attempts, limit),
      )
      const all = mine.flat()
      return { rule, tried: all.length, refused: all.filter(({ isRefused }) => isRefused).length, wrong }
    })
  }

  #note(rule: RateRule, { headers }: Asked, answer: Answer | null, begunAt: number): void {
    const key = `${rule} ${headers?.['cf-connecting-ip']}`
    const attempts = this.#tried.get(key) ?? []
    this.#tried.set(key, attempts)
    attempts.push({
      sentAt: answer?.sentAt ?? begunAt,
      answeredAt: answer?.answeredAt ?? Date.now(),
      isRefused: answer === null ? null : answer.status === 429,
      retryAfter: Number(answer?.headers['retry-after'] ?? 0),
    })
  }
}

/** Everyone has a separate IP address here, so a limit per user can be grouped by address. */
function rulesFor({ method, path, headers }: Asked): RateRule[] {
  if (path === '/api/auth/check-email') return ['check-email']
  if (path === '/api/auth/register') return ['registration']
  if (method === 'GET' || headers?.authorization === undefined) return []
  if (path === '/api/level/checkin') return ['sensitive']
  return path.endsWith('/upload-image') ? ['upload'] : ['write']
}
