import { createExecutionContext } from 'cloudflare:test'
import { expect } from 'vitest'
import type { Client } from '#test/world.ts'

export interface TestSocket {
  status: number
  messages: { type: string; [fact: string]: unknown }[]
  /** The close code; null while the socket is open. */
  closed(): number | null
  close(): void
  send(text: string): void
}

/** Opens a socket as the tab of a browser does. */
export async function openSocket(by: Client, path: string, headers: Record<string, string> = {}): Promise<TestSocket> {
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
  const messages: TestSocket['messages'] = []
  let code: number | null = null
  const socket = response.webSocket
  socket?.accept()
  socket?.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))))
  socket?.addEventListener('close', (event) => {
    code = event.code
  })
  return {
    status: response.status,
    messages,
    closed: () => code,
    close: () => socket?.close(1000),
    send: (text) => socket?.send(text),
  }
}

export const expectMessages = (one: TestSocket, ...messages: object[]) =>
  expect.poll(() => one.messages).toEqual(messages.map((message) => expect.objectContaining(message)))
