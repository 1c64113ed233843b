import { PASSWORD } from '#test/world.ts'
import { newDevice } from '../features/accounts/passkeys/device.ts'
import { addPasskey, optionsFor } from '../features/accounts/passkeys/member.ts'
import { appWith } from '../features/accounts/second-factor/authenticator.ts'
import type { Cast } from './route-line.ts'

/** An app whose code the member has not confirmed yet. */
export async function factor({ world, member }: Cast) {
  const { json } = await member.post('/api/settings/totp', { password: PASSWORD })
  return appWith(json.secret, world)
}

async function confirmed(cast: Cast) {
  const app = await factor(cast)
  await cast.member.post('/api/settings/totp/confirm', { code: await app.code() })
  return app
}

export async function loginWithCode(cast: Cast) {
  const app = await confirmed(cast)
  const credentials = { email: cast.member.user?.email, password: PASSWORD }
  const { json } = await cast.visitor.post('/api/auth/login', credentials)
  return { challenge: json.challenge, code: await app.code(1) }
}

export async function removalOfFactor(cast: Cast) {
  const app = await confirmed(cast)
  return { password: PASSWORD, code: await app.code(1) }
}

/** A passkey that the browser made and the site does not know yet. */
export async function newPasskey({ member }: Cast) {
  const device = await newDevice()
  return { response: await device.register(await optionsFor(member)), name: 'for the budget' }
}

/** A passkey of the member, with its device. */
export async function passkey({ member }: Cast) {
  const device = await newDevice()
  const { json } = await addPasskey(member, device)
  return { id: json.id as number, device }
}

export async function loginWithPasskey(cast: Cast) {
  const { device } = await passkey(cast)
  const { json: options } = await cast.visitor.post('/api/auth/passkey/options')
  return { response: await device.sign(options) }
}
