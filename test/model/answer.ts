/** What the model says the site answers: a success with these figures, or a refusal for one of these reasons. */
export type Expected = { status: number; figures: object } | { refused: Code[] }

export const ok = (figures: object = {}): Expected => ({ status: 200, figures })
export const made = (figures: object = {}): Expected => ({ status: 201, figures })
export const accepted = (figures: object = {}): Expected => ({ status: 202, figures })
export const done = (): Expected => ({ status: 204, figures: {} })

/** Where more than one rule is broken, nobody says which of them is named. */
export function refusal(...reasons: (Code | false)[]): Expected | null {
  const refused = reasons.filter((reason) => reason !== false)
  return refused.length > 0 ? { refused } : null
}

/** The statuses of the contract. */
const STATUS = {
  invalid_credentials: 401,
  banned: 403,
  forbidden: 403,
  level_too_low: 403,
  list_private: 403,
  not_found: 404,
  username_taken: 409,
  post_not_editable: 409,
  post_not_submittable: 409,
  comment_not_editable: 409,
  invalid_transition: 409,
  version_conflict: 409,
  already_checked_in: 409,
  energy_negative: 409,
  energize_cap: 409,
  own_post: 409,
  self_follow: 409,
  review_pending: 409,
  default_folder: 409,
  validation_failed: 422,
  rate_limited: 429,
} as const

type Code = keyof typeof STATUS

export interface Given {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  json: any
}

/** What is different, in words; null where the two agree. */
export function difference(expected: Expected, { status, json }: Given): string | null {
  const got = `${status} ${JSON.stringify(json?.error?.code ?? json)}`
  if ('refused' in expected) {
    const isOne = expected.refused.some((code) => STATUS[code] === status && json?.error?.code === code)
    return isOne ? null : `the model refuses with ${expected.refused.join(' or ')}, the site answers ${got}`
  }
  if (status === expected.status && holds(json, expected.figures)) return null
  return `the model answers ${expected.status} ${JSON.stringify(expected.figures)}, the site ${got}`
}

/** Whether everything that is expected is there; lists must be equal. */
function holds(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((part, index) => holds(actual[index], part))
    )
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  const entries = Object.entries(expected)
  if (entries.length === 0) return true
  if (typeof actual !== 'object' || actual === null) return false
  return entries.every(([key, value]) => holds((actual as Record<string, unknown>)[key], value))
}
