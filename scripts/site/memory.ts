import { setTimeout as wait } from 'node:timers/promises'
import { endProcess, residentKb } from './processes.ts'

/** Lets work pass, until it is held. Then new work waits until the gate is released. */
export class Gate {
  #inProgress = 0
  #held: Promise<void> | null = null

  /** Waits while the gate is held. Call the returned function at the end of the work. */
  async enter(): Promise<() => void> {
    while (this.#held) await this.#held
    this.#inProgress++
    let isDone = false
    return () => {
      if (!isDone) this.#inProgress--
      isDone = true
    }
  }

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = await this.enter()
    return work().finally(done)
  }

  /**
   * Makes new work wait until the work in progress has ended, and returns the function that lets
   * new work pass again. Null if the work in progress does not end within `patience` milliseconds;
   * then nothing is held.
   */
  async hold(patience: number): Promise<(() => void) | null> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    const release = () => {
      this.#held = null
      resolve()
    }
    for (const end = Date.now() + patience; this.#inProgress > 0 && Date.now() < end; )
      await wait(20)
    if (this.#inProgress === 0) return release
    release()
    return null
  }
}

interface Watched {
  limitMb: number
  requests: Gate
  jobs: Gate
  /** The process of the runtime. Miniflare starts a new one when it ends. */
  pid: () => number | null
  isReady: () => Promise<boolean>
  everyMs?: number
}

/**
 * How long new requests may wait for the requests in progress. After that, the restart is tried
 * again a minute later.
 */
const PATIENCE_MS = 1_000

/**
 * Restarts the runtime in a moment without work when it uses too much memory, because workerd keeps
 * freed memory. Requests wait about two seconds, and pages open their sockets again. Returns a
 * function that stops the watch.
 */
export function watchMemory({
  limitMb,
  requests,
  jobs,
  pid,
  isReady,
  everyMs = 60_000,
}: Watched): () => void {
  let isBusy = false
  let isStopped = false
  const check = async () => {
    const old = pid()
    const mb = old === null ? 0 : residentKb(old) / 1024
    if (old === null || mb <= limitMb) return
    const admitJobs = await jobs.hold(0)
    const admitRequests = admitJobs && (await requests.hold(PATIENCE_MS))
    try {
      if (admitRequests === null) return
      await endProcess(old)
      while (!isStopped && (pid() === old || !(await isReady()))) await wait(50)
      console.log(
        `Restarted the runtime, which used ${Math.round(mb)} MB (JOULE_MEMORY_MB is ${limitMb}).`,
      )
    } finally {
      admitRequests?.()
      admitJobs?.()
    }
  }
  const timer = setInterval(async () => {
    if (isBusy || isStopped) return
    isBusy = true
    await check().catch((error) =>
      console.error(`joule: the runtime could not be restarted: ${error}`),
    )
    isBusy = false
  }, everyMs)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
