import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { PASSWORD, type World } from '#test/world.ts'
import { connect, type Joule, type Options } from '../../dist/client/index.js'

/** The requests that the client sent, as `POST /api/auth/refresh`. */
type Sent = string[]

/** The built client, connected to the app in this process. */
export function jouleOf(world: World, options: Options = {}): { joule: Joule; sent: Sent } {
  const sent: Sent = []
  const { ip } = world.visitor()
  const joule = connect('http://joule.test', {
    language: 'en',
    async fetch(input, init) {
      const request = new Request(input as URL, init as RequestInit)
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      request.headers.set('cf-connecting-ip', ip)
      const context = createExecutionContext()
      const response = await world.app.fetch(request, world.env, context)
      await waitOnExecutionContext(context)
      return response
    },
    ...options,
  })
  return { joule, sent }
}

/** The same for a new user who has logged in. */
export async function jouleOfMember(world: World, options: Options = {}) {
  const user = await world.user({ level: 1 })
  const { joule, sent } = jouleOf(world, options)
  await joule.login({ email: user.email ?? '', password: PASSWORD })
  sent.length = 0
  return { joule, sent, user }
}
