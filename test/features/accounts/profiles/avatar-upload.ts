import type { Client } from '#test/client.ts'
import type { World } from '#test/world.ts'

export const PATH = '/api/settings/avatar'

export function upload(browser: Client, file: Uint8Array, name = 'me.png', type = 'image/png') {
  const body = new FormData()
  body.set('file', new File([file as Uint8Array<ArrayBuffer>], name, { type }))
  return browser.send('POST', PATH, { body })
}

export async function storedFiles(world: World): Promise<string[]> {
  const { objects } = await world.env.IMAGES.list()
  return objects.map(({ key }) => key)
}
