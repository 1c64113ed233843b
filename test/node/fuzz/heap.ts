import { createServer } from 'node:net'

/** Of the 128 MB of an isolate: the program, with what it keeps between requests. Measured: 11 MB. */
export const AT_REST_MAX = 15_000_000

/** What the isolate of the site holds, as its debugger tells it: objects and code, and buffers; WebAssembly is not in it. */
export async function openHeap(inspectorPort: number) {
  const isolates = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as Record<string, string>[]
  const socket = new WebSocket(isolates.find(({ id }) => id === 'core:user:joule')?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const waiting = new Map<number, (result: Record<string, number>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data)
    waiting.get(id)?.(result)
  })
  let asked = 0
  const ask = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      socket.send(JSON.stringify({ id: asked, method }))
    })
  /** With what has not been collected yet: the runtime's debugger does not collect when asked to. */
  const held = async () => {
    const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage')
    return usedSize + embedderHeapUsedSize + backingStorageSize
  }
  return {
    held,
    /** The most that was held at any time while work was done, as often as one can ask. */
    async during(work: Promise<unknown>) {
      let [most, isDone] = [await held(), false]
      const done = work.finally(() => {
        isDone = true
      })
      while (!isDone) most = Math.max(most, await held())
      await done
      return most
    },
    close: () => socket.close(),
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.on('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
