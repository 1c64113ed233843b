/** Why a sign-in with a provider failed. `/login?problem=<code>` and the settings page explain each code. */
export const PROVIDER_PROBLEMS = [
  'expired',
  'denied',
  'provider_failed',
  'email_taken',
  'sign_up_disabled',
  'registration_closed',
  'invitation_required',
  'identity_taken',
  'wrong_identity',
  'rate_limited',
] as const

export type ProviderProblemCode = (typeof PROVIDER_PROBLEMS)[number]

/** Thrown to end a sign-in with a provider. The cause is logged: it helps the owner to correct the configuration. */
export class ProviderProblem extends Error {
  readonly code: ProviderProblemCode

  constructor(code: ProviderProblemCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'ProviderProblem'
    this.code = code
  }
}

export function isProviderProblem(value: string | undefined): value is ProviderProblemCode {
  return PROVIDER_PROBLEMS.some((code) => code === value)
}
