import { once } from 'node:events'

/** Bytes of an isolate. */
export const ISOLATE = 128_000_000
/** The program and its memory between requests. Measured: 16 MB with garbage. */
export const AT_REST_MAX = 18_000_000

/** The isolate of the site, by its name in wrangler.toml. */
const SITE_ISOLATE = 'core:user:joule'

/**
 * The heap of the site's isolate by its debugger: objects, code and buffers, without WebAssembly.
 */
export async function openHeap(inspectorPort: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/${SITE_ISOLATE}`)
  await once(socket, 'open')
  let asked = 0
  /** Includes garbage: the debugger of workerd does not collect on request. */
  const held = async (): Promise<number> => {
    const id = ++asked
    socket.send(JSON.stringify({ id, method: 'Runtime.getHeapUsage', params: {} }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent]
      const said = JSON.parse(String(data))
      if (said.id !== id) continue
      const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = said.result
      return usedSize + embedderHeapUsedSize + backingStorageSize
    }
  }
  return {
    held,
    /** The peak during the work, sampled as often as possible. */
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
