import { expect, test } from 'vitest'
import { runningOn } from '../support/running-site.ts'
import { serve } from '../support/serve.ts'
import { folderWith } from './support/folders.ts'

/**
 * The site with a route that calls an address through the network of `fetchOutside`, without its
 * check of the address.
 */
const around = (entry: string) => `
export * from '${entry}'

export default {
  async fetch(request, { OUTSIDE }) {
    try {
      return await OUTSIDE.fetch(new URL(request.url).searchParams.get('address'))
    } catch {
      return new Response('refused')
    }
  },
}
`

test.each([
  ['production', 'refused'],
  ['development', 'reached'],
])(
  'in %s a name that resolves to this machine is %s, and one of a private network is refused',
  async (ENVIRONMENT, here) => {
    const { port } = new URL(await serve((_, __, response) => response.end('reached')))
    const runtime = await runningOn(await folderWith(), { bindings: { ENVIRONMENT }, around })
    const call = async (address: string) =>
      (await fetch(`${runtime.url}/?address=${address}`)).text()
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])
      expect(await call(`http://${host}:${port}`)).toBe(here)
    for (const host of [
      '10.0.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '198.18.0.1',
      '[fd00::1]',
      '[64:ff9b::a00:1]',
    ])
      expect(await call(`http://${host}:${port}`)).toBe('refused')
  },
)
