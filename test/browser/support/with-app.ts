import { appWith } from '../../features/accounts/second-factor/authenticator.ts'
import { call, type Person } from './browser.ts'
import { PASSWORD } from './member.ts'

/** Sets up two-step verification for a user, by the API. */
export async function withApp(person: Person) {
  const { secret } = (await call(person, 'POST', '/api/settings/totp', { password: PASSWORD })) as { secret: string }
  const app = appWith(secret, clock)
  await call(person, 'POST', '/api/settings/totp/confirm', { code: await app.code() })
  return app
}

/** The test site uses the clock of this machine. */
export const clock = {
  get now() {
    return new Date()
  },
}
