interface Rule {
  most: number
  seconds: number
  /** For how long everything is refused once the limit was exceeded, or once a failure that reached it is confirmed. */
  block?: { seconds: number; once: 'exceeded' | 'confirmed' }
  /** Once the limit was reached, still one in so many seconds. Nobody is locked out for good by what others do. */
  pauseSeconds?: number
}

const rules = {
  /** Password change, account deletion and manual check-in share this one. */
  sensitive: { most: 5, seconds: 60, block: { seconds: 300, once: 'exceeded' } },
  'check-email': { most: 30, seconds: 60 },
  registration: { most: 100, seconds: 3600 },
  'login-failure': { most: 10, seconds: 900, block: { seconds: 900, once: 'confirmed' } },
  /** Counted per e-mail, inside the object of the address it came from. */
  'login-failure-of-email': { most: 5, seconds: 900, block: { seconds: 900, once: 'confirmed' } },
  /** Counted per e-mail alone, wherever the guesses come from. */
  'login-failure-anywhere': { most: 100, seconds: 900, pauseSeconds: 60 },
  /** Links for a new password, silently beyond. */
  'reset-asked': { most: 20, seconds: 3600 },
  'reset-asked-of-email': { most: 3, seconds: 3600 },
  /** Uses of links from mails. */
  token: { most: 30, seconds: 600 },
  /** Mails that a user sends themselves, and guesses of their password on the way. */
  'account-mail': { most: 5, seconds: 3600 },
  /** Guesses of a code behind a right password, counted per user. */
  'second-factor': { most: 20, seconds: 3600, pauseSeconds: 120 },
  /** Second factors set up and removed, with guesses of the password on the way. */
  'factor-change': { most: 10, seconds: 600 },
  write: { most: 300, seconds: 60 },
  upload: { most: 30, seconds: 60 },
} as const satisfies Record<string, Rule>

export type RateRule = keyof typeof rules

/** Counted in one Durable Object per client address, user or e-mail (web/limits/rate-limiter.ts). */
export const RATE_RULES: Record<RateRule, Rule> = rules

// The remaining rate limits of the service, each counted elsewhere.

/** Codes per login challenge, counted in D1. */
export const CHALLENGE_TRIES = 5
/** Per user and Shanghai day. The trigger reports_so_many_a_day counts them, with the same numbers. */
export const REPORTS_A_DAY = 20
/** For a user whose reports are mostly wrong (features/community/reports/limit.ts). */
export const UNTRUSTED_REPORTS_A_DAY = 2
/** Per client address, counted in the memory of an isolate (web/limits/soft-limit.ts). */
export const VIEWS_A_MINUTE = 120
/** Sockets opened per user or address, counted by the LiveRoom object. */
export const SOCKETS_A_MINUTE = 60

/** The counters of one client address, as the domain sees them. */
export interface RateLimits {
  /** Counts one attempt, or refuses with `rate_limited`. */
  take(rule: RateRule, subject?: string): Promise<void>
  /** Refuses like `take`, and counts nothing. */
  check(rule: RateRule, subject?: string): Promise<void>
  /** Takes back an attempt that was counted in advance and succeeded. */
  giveBack(rule: RateRule, subject?: string): Promise<void>
  /** Confirms that an attempt counted in advance failed: blocks if it was the last one allowed. */
  confirm(rule: RateRule, subject?: string): Promise<void>
  clear(rule: RateRule, subject?: string): Promise<void>
}
