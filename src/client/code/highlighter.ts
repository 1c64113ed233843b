import type { createLowlight } from 'lowlight'

/**
 * The deadline of one block. Some grammars need a minute for a malicious line; ordinary code takes
 * a few milliseconds.
 */
const BLOCK_MS = 1_000

/**
 * Highlights code in a worker, one block after the other, so that the page stays responsive. A
 * block stays plain if it misses its deadline or if the total time is used up.
 */
export class Highlighter {
  private worker: Worker | null = null
  private last: Promise<unknown> = Promise.resolve()
  private left: number

  constructor(totalMs: number) {
    this.left = totalMs
  }

  highlight(request: HighlightRequest): Promise<HighlightedCode | null> {
    const next = this.last.then(() => this.work(request))
    this.last = next
    return next
  }

  close(): void {
    this.left = 0
    this.worker?.terminate()
    this.worker = null
  }

  private work(request: HighlightRequest): Promise<HighlightedCode | null> {
    const address = document.querySelector<HTMLMetaElement>('meta[name="code-worker"]')?.content
    if (!address || this.left <= 0) return Promise.resolve(null)
    this.worker ??= new Worker(address, { type: 'module' })
    const worker = this.worker
    return new Promise((resolve) => {
      let begun = 0
      let deadline: ReturnType<typeof setTimeout> | undefined
      const end = (highlighted: HighlightedCode | null) => {
        clearTimeout(deadline)
        if (begun > 0) this.left -= performance.now() - begun
        resolve(highlighted)
      }
      const giveUp = () => {
        worker.terminate()
        this.worker = null
        end(null)
      }
      worker.onerror = giveUp
      worker.onmessage = ({ data }: MessageEvent<HighlightResponse>) => {
        if (data !== 'begun') return end(data.highlighted)
        begun = performance.now()
        deadline = setTimeout(giveUp, Math.min(BLOCK_MS, this.left))
      }
      worker.postMessage(request)
    })
  }
}

/** The page's message to the worker, one block at a time. */
export interface HighlightRequest {
  language: string
  source: string
}

/**
 * The worker reports that the language is loaded and highlighting begins. Then it reports the
 * result, which is null if highlighting failed.
 */
export type HighlightResponse = 'begun' | { highlighted: HighlightedCode | null }

/** Code as nested spans: plain data that can be posted from the worker. */
export type HighlightedCode = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children']
