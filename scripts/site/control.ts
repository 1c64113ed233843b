import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Failure, inOneLine } from '../bootstrap/failure.mjs'

/** The control port of a running site for operator commands: loopback only, with a key from the data folder. */
export interface Control {
  port: number
  token: string
}

export type Print = (line: string) => void
export type Run = (command: string, args: string[], print: Print) => Promise<void>
type Said = { print: string } | { failure: string }

export async function openControl(run: Run): Promise<Control & { close(): void }> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer(async (request, response) => {
    if (!carries(request, token)) return response.writeHead(403).end()
    const say = (said: Said) => response.write(`${JSON.stringify(said)}\n`)
    try {
      const text = (await request.toArray()).join('')
      const { command, args } = JSON.parse(text)
      await run(command, args, (line) => say({ print: line }))
    } catch (error) {
      say({ failure: error instanceof Failure ? error.message : inOneLine(error) })
    }
    return response.end()
  })
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, token, close: () => void server.close().closeAllConnections() }
}

/** Sends a command to the running site and prints its output. */
export async function order(control: Control, command: string, args: string[], print: Print): Promise<void> {
  const response = await post(control, { command, args })
  for await (const line of createInterface(Readable.from(response.body ?? []))) {
    const said: Said = JSON.parse(line)
    if ('failure' in said) throw new Failure(said.failure)
    print(said.print)
  }
}

/** Whether the site that wrote this is still running. A suspended site is running, but does not respond. */
export async function isAlive(control: Control): Promise<boolean> {
  try {
    await fetch(addressOf(control), { signal: AbortSignal.timeout(2_000) })
    return true
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'
  }
}

const addressOf = ({ port }: Control) => `http://127.0.0.1:${port}`

function post(control: Control, body: object): Promise<Response> {
  const headers = { authorization: control.token }
  return fetch(addressOf(control), { method: 'POST', headers, body: JSON.stringify(body) })
}

function carries(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  return given.length === token.length && timingSafeEqual(given, Buffer.from(token))
}
