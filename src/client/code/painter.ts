import type { Answer, Order, Painted } from '#client/code/painting.ts'

/** Some grammars need a minute for a malicious line. Ordinary code takes a few milliseconds. */
const BLOCK_MS = 1_000

/**
 * Highlights code in a worker, one block after the other, so that the page stays responsive. A block stays plain if it
 * misses its deadline or the total time is used up.
 */
export class Painter {
  private worker: Worker | null = null
  private last: Promise<unknown> = Promise.resolve()
  private left: number

  constructor(totalMs: number) {
    this.left = totalMs
  }

  paint(order: Order): Promise<Painted | null> {
    const next = this.last.then(() => this.work(order))
    this.last = next
    return next
  }

  close(): void {
    this.left = 0
    this.worker?.terminate()
    this.worker = null
  }

  private work(order: Order): Promise<Painted | null> {
    const address = document.querySelector<HTMLMetaElement>('meta[name="code-worker"]')?.content
    if (!address || this.left <= 0) return Promise.resolve(null)
    this.worker ??= new Worker(address, { type: 'module' })
    const worker = this.worker
    return new Promise((resolve) => {
      let begun = 0
      let deadline: ReturnType<typeof setTimeout> | undefined
      const end = (painted: Painted | null) => {
        clearTimeout(deadline)
        if (begun > 0) this.left -= performance.now() - begun
        resolve(painted)
      }
      const giveUp = () => {
        worker.terminate()
        this.worker = null
        end(null)
      }
      worker.onerror = giveUp
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data !== 'begun') return end(data.painted)
        begun = performance.now()
        deadline = setTimeout(giveUp, Math.min(BLOCK_MS, this.left))
      }
      worker.postMessage(order)
    })
  }
}
