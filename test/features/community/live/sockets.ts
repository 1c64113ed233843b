import { createExecutionContext } from 'cloudflare:test'
import { expect } from 'vitest'
import type { Client } from '#test/world.ts'

export interface Ear {
  status: number
  heard: { type: string; [fact: string]: unknown }[]
  /** The close code; null while the socket is open. */
  closed(): number | null
  close(): void
  say(text: string): void
}

/** Opens a socket as the tab of a browser does. */
export async function ear(by: Client, path: string, headers: Record<string, string> = {}): Promise<Ear> {
  const response = await by.world.app.fetch(
    new Request(`http://joule.test${path}`, {
      headers: {
        Upgrade: 'websocket',
        Cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'CF-Connecting-IP': by.ip,
        ...headers,
      },
    }),
    by.world.env,
    createExecutionContext(),
  )
  const heard: Ear['heard'] = []
  let code: number | null = null
  const socket = response.webSocket
  socket?.accept()
  socket?.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))))
  socket?.addEventListener('close', (event) => {
    code = event.code
  })
  return {
    status: response.status,
    heard,
    closed: () => code,
    close: () => socket?.close(1000),
    say: (text) => socket?.send(text),
  }
}

export const hears = (one: Ear, ...messages: object[]) =>
  expect.poll(() => one.heard).toEqual(messages.map((message) => expect.objectContaining(message)))
