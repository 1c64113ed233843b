/** A person as a provider describes them. */
export interface Identity {
  issuer: string
  subject: string
  /** A valid address, or null. */
  email: string | null
  isEmailVerified: boolean
  /** The name that the person uses there. It may not be a valid username here. */
  username: string | null
  /** Everything the provider sent, for the test of the owner. */
  claims: Record<string, unknown>
  /** When the person last entered their credentials there, in seconds. Many providers do not say. */
  authTime: number | null
}

/** The name by which the person recognises the identity in the settings. */
export function labelOf({ username, email, subject }: Identity): string {
  return (username ?? email ?? subject).slice(0, LABEL_MAX)
}

const LABEL_MAX = 100
