import { openInspector } from '../../../scripts/site/inspector.ts'

/** Of the 128 MB of an isolate: the program, with what it keeps between requests. Measured: 11 MB. */
export const AT_REST_MAX = 15_000_000

/** What the isolate of the site holds, as its debugger tells it: objects and code, and buffers; WebAssembly is not in it. */
export async function openHeap(inspectorPort: number) {
  const { ask, close } = await openInspector(inspectorPort)
  /** With what has not been collected yet: the runtime's debugger does not collect when asked to. */
  const held = async () => {
    const {
      usedSize = 0,
      embedderHeapUsedSize = 0,
      backingStorageSize = 0,
    } = await ask<Record<string, number>>('Runtime.getHeapUsage')
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
    close,
  }
}
