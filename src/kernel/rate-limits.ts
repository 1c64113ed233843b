interface Rule {
  most: number
  seconds: number
  /**
   * After the limit was exceeded, or after a confirmed failure that reached it, every call is
   * refused for this time.
   */
  block?: { seconds: number; once: 'exceeded' | 'confirmed' }
  /**
   * After the limit was reached, one call per this many seconds is still allowed, so that attackers
   * cannot lock a user out.
   */
  pauseSeconds?: number
}

const rules = {
  /** Shared by password change, account deletion and manual check-in. */
  sensitive: { most: 5, seconds: 60, block: { seconds: 300, once: 'exceeded' } },
  'check-email': { most: 30, seconds: 60 },
  registration: { most: 100, seconds: 3600 },
  'login-failure': { most: 10, seconds: 900, block: { seconds: 900, once: 'confirmed' } },
  /** Per e-mail, inside the object of the client address. */
  'login-failure-of-email': { most: 5, seconds: 900, block: { seconds: 900, once: 'confirmed' } },
  /** Per e-mail, from all client addresses together. */
  'login-failure-anywhere': { most: 100, seconds: 900, pauseSeconds: 60 },
  /**
   * Per device that has signed in before, inside the object of the e-mail. It replaces the limit of
   * all client addresses, so that attackers cannot lock the user of this device out.
   */
  'login-failure-of-device': { most: 5, seconds: 900, block: { seconds: 900, once: 'confirmed' } },
  /** Successful logins, of one user and from one client address. */
  'login-of-user': { most: 100, seconds: 600 },
  'login-of-address': { most: 300, seconds: 600 },
  /** Sign-ins with a provider, started or finished: each may cause requests to the provider. */
  provider: { most: 200, seconds: 600 },
  /**
   * Wrong passwords and codes of signed-in users on all routes together, per user and per client
   * address.
   */
  guess: { most: 10, seconds: 900, pauseSeconds: 60 },
  /** Password reset links. Calls above the limit are silently ignored. */
  'reset-asked': { most: 20, seconds: 3600 },
  'reset-asked-of-email': { most: 3, seconds: 3600 },
  /** Letters that visitors ask for. */
  'letters-asked': { most: 20, seconds: 3600 },
  /** Uses of links from mails. */
  token: { most: 30, seconds: 600 },
  /** Mails that users send to themselves. */
  'account-mail': { most: 5, seconds: 3600 },
  /** Test push messages that users send to their own browser. */
  'push-test': { most: 5, seconds: 60 },
  /** Guesses of the second factor after a correct password, per user. */
  'second-factor': { most: 20, seconds: 3600, pauseSeconds: 120 },
  /** Set-up and removal of second factors. */
  'factor-change': { most: 10, seconds: 600 },
  /** Login providers that an owner adds or replaces: each is a request to the provider. */
  'provider-change': { most: 20, seconds: 600 },
  /** Applications that an owner registers, and new secrets for them. */
  'app-change': { most: 20, seconds: 600 },
  /** Test deliveries to webhooks: each is a request to another server. */
  'webhook-test': { most: 5, seconds: 60 },
  /** Seconds of measured cost of all requests, per user and per address (web/limits/budget.ts). */
  cost: { most: 20, seconds: 60 },
  'cost-of-address': { most: 30, seconds: 60 },
  /**
   * Requests of other applications for tokens, per client address and per application, and the
   * codes that users create for applications, per user.
   */
  'app-token': { most: 600, seconds: 60 },
  'app-token-of-app': { most: 1_200, seconds: 60 },
  'app-code': { most: 60, seconds: 60 },
  /** Documents of assistants that the site loads for a user who connects one. */
  'assistant-document': { most: 20, seconds: 600 },
  write: { most: 300, seconds: 60 },
  upload: { most: 30, seconds: 60 },
} as const satisfies Record<string, Rule>

export type RateRule = keyof typeof rules

/**
 * One Durable Object per client address, user or e-mail address counts the calls
 * (web/limits/rate-limiter.ts).
 */
export const RATE_RULES: Record<RateRule, Rule> = rules

// The other rate limits, each counted elsewhere.

/** Codes per login challenge, counted in D1. */
export const CHALLENGE_TRIES = 5
/** Reports per user and Shanghai day. The trigger reports_so_many_a_day has the same numbers. */
export const REPORTS_A_DAY = 20
/** Reports of a user whose reports are mostly rejected (features/community/reports/report.ts). */
export const UNTRUSTED_REPORTS_A_DAY = 2
/**
 * Mails to one address that its user has not verified, counted in D1
 * (features/core/mail/outbox.ts).
 */
export const UNVERIFIED_MAILS_AN_HOUR = 3
export const UNVERIFIED_MAILS_A_DAY = 10
/** Mails to one address, digests excluded. */
export const MAILS_A_DAY = 50
/**
 * Mails with links that anyone can request, and mails about notices of other users. The rest of
 * MAILS_A_DAY is for mails about the account.
 */
export const UNSOLICITED_MAILS_A_DAY = 40
/**
 * Mails to one address that ask to confirm letters, counted in D1
 * (features/publishing/letters/subscribe.ts).
 */
export const LETTER_CONFIRMATIONS_A_DAY = 3
/** Views per client address, counted in the memory of one isolate (web/limits/soft-limit.ts). */
export const VIEWS_A_MINUTE = 120
/**
 * Open sockets of one client address and of one user, in all rooms together
 * (web/limits/open-sockets.ts).
 */
export const SOCKETS_OF_ADDRESS_MAX = 300
export const SOCKETS_OF_USER_MAX = 50
/** Sockets opened per user or address, counted by the LiveRoom object. */
export const SOCKETS_A_MINUTE = 60

/** The counters of one client address, for domain code. */
export interface RateLimits {
  /** Counts an attempt, or throws `rate_limited`. A large attempt counts as `count` attempts. */
  take(rule: RateRule, subject?: string, count?: number): Promise<void>
  /** Throws like `take`, but does not count. */
  check(rule: RateRule, subject?: string): Promise<void>
  /** Removes an attempt that was counted in advance and succeeded. */
  giveBack(rule: RateRule, subject?: string): Promise<void>
  /**
   * Confirms that an attempt that was counted in advance has failed. Blocks further attempts if it
   * was the last allowed one.
   */
  confirm(rule: RateRule, subject?: string): Promise<void>
  clear(rule: RateRule, subject?: string): Promise<void>
}
