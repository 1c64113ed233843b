import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepingConnections } from '../../../scripts/site/statements.ts'

afterEach(() => vi.restoreAllMocks())

test('requests share a connection, but not one that was idle for so long that workerd may close it', async () => {
  let connections = 0
  const server = createServer((request, response) => request.pipe(response.writeHead(201, { from: 'server' })))
  server.on('connection', () => connections++)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const post = keepingConnections()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  // A busy machine may pause between two requests for so long that the agent closes the connection.
  for (let n = 0; n < 20; n++) {
    const { status, headers, bytes } = await post(url, {}, '二')
    expect([status, headers.from, bytes.toString()]).toEqual([201, 'server', '二'])
  }
  const shared = connections
  expect(shared).toBeLessThan(20)
  clock.mockReturnValue(1_100)
  await post(url, {}, new Uint8Array(3))
  expect(connections).toBe(shared + 1)
  server.close().closeAllConnections()
  clock.mockReturnValue(2_300)
  await expect(post(url, {}, 'x')).rejects.toThrow('ECONNREFUSED')
})
