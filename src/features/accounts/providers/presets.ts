import type { ProviderRow } from '#db/schema/providers.ts'

interface Preset {
  /** The suggested key, which is part of the callback address. */
  key: string
  name: string
  type: ProviderRow['type']
  /** `{tenant}` stands for the id of a Microsoft tenant. */
  issuer: string
  /** Where the owner registers this site. */
  console: string
}

/** GitHub has no discovery document. Another issuer is a GitHub Enterprise Server. */
export const GITHUB = 'https://github.com'

/**
 * Data for the admin page. Microsoft needs the id of one tenant: the shared issuer of all tenants names no single issuer, so
 * ID tokens could not be checked against it.
 */
export const PRESETS: readonly Preset[] = [
  {
    key: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    console: 'https://console.cloud.google.com/apis/credentials',
  },
  { key: 'github', name: 'GitHub', type: 'github', issuer: GITHUB, console: 'https://github.com/settings/developers' },
  {
    key: 'gitlab',
    name: 'GitLab',
    type: 'oidc',
    issuer: 'https://gitlab.com',
    console: 'https://gitlab.com/-/user_settings/applications',
  },
  {
    key: 'microsoft',
    name: 'Microsoft',
    type: 'oidc',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    console: 'https://entra.microsoft.com',
  },
]
