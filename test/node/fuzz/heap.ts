import { openInspector } from '../../../scripts/site/inspector.ts'

/** Bytes of an isolate. */
export const ISOLATE = 128_000_000
/** The program and its memory between requests. Measured: 11 MB. */
export const AT_REST_MAX = 15_000_000

/** The heap of the site's isolate by its debugger: objects, code and buffers, without WebAssembly. */
export async function openHeap(inspectorPort: number) {
  const { ask, close } = await openInspector(inspectorPort)
  /** Includes garbage: the debugger of workerd does not collect on request. */
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
    close,
  }
}
