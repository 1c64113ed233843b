import type { Page } from 'playwright-core'

/** A device for passkeys, as Chromium plays it: it answers at once, and somebody is always there. */
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
  // A request that has begun with nobody there goes on waiting; the one after that is answered.
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    let times = 0
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.asked = `${++times}, by the ${options?.mediation ? 'field' : 'button'}`
      return get(options)
    }
  })
  return {
    /** Until the page has asked it to sign. */
    asked: () => page.locator('html[data-asked]').waitFor({ state: 'attached' }),
    /** How often, and by what the last time. */
    timesAsked: () => page.locator('html').getAttribute('data-asked'),
    credentials: async () => (await debug.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Its user does not touch it, until told otherwise. */
    present: (enabled: boolean) => debug.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
