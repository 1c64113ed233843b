import type { Page } from 'playwright-core'

/** A virtual passkey device in Chromium. It answers immediately and a user is always present. */
export async function authenticatorOf(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // A request that started without a user present keeps waiting; the next request is answered.
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    let times = 0
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.asked = `${++times}, by the ${options?.mediation ? 'field' : 'button'}`
      return get(options)
    }
  })
  return {
    /** Waits until the page has requested a signature. */
    asked: () => page.locator('html[data-asked]').waitFor({ state: 'attached' }),
    /** The number of signatures, and the credential of the last one. */
    timesAsked: () => page.locator('html').getAttribute('data-asked'),
    credentials: async () =>
      (await debug.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether the device recognises its user, for example by a fingerprint. */
    verified: (isUserVerified: boolean) =>
      debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Turns the presence of the user on or off. */
    present: (enabled: boolean) =>
      debug.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
