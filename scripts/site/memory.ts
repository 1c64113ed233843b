/** Lets work pass, until it is held. Then new work waits until the gate is released. */
export class Gate {
  /** When each work in progress began. The first one is the oldest. */
  readonly #inProgress = new Set<{ since: number }>()
  #held: Promise<void> | null = null
  #whenIdle = () => {}

  /** Waits while the gate is held. */
  async isOpen(): Promise<void> {
    while (this.#held) await this.#held
  }

  /**
   * Counts work in progress, also while the gate is held. Call the returned function at the end of
   * the work.
   */
  begin(): () => void {
    const work = { since: Date.now() }
    this.#inProgress.add(work)
    return () => {
      this.#inProgress.delete(work)
      if (this.#inProgress.size === 0) this.#whenIdle()
    }
  }

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.isOpen()
    const end = this.begin()
    return work().finally(end)
  }

  /** Whether some work has been in progress for this many milliseconds. */
  hasWorkOlderThan(age: number): boolean {
    const [oldest] = this.#inProgress
    return oldest !== undefined && Date.now() - oldest.since >= age
  }

  /**
   * Makes new work wait, and waits up to `patience` milliseconds for the work in progress. `isIdle`
   * says whether all work has ended. `release` lets new work pass again.
   */
  async hold(patience: number): Promise<Held> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    if (this.#inProgress.size > 0 && patience > 0)
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
        setTimeout(resolve, patience)
      })
    const release = () => {
      this.#held = null
      resolve()
    }
    return { isIdle: this.#inProgress.size === 0, release }
  }
}

interface Held {
  isIdle: boolean
  release: () => void
}

interface Watched {
  limitMb: number
  /** The memory of all processes that `restart` ends. */
  usedMb: () => number
  /** Ends the processes of the runtime. Resolves when new ones are ready. */
  restart: () => Promise<void>
  requests: Gate
  cron: Gate
  /** Commands of the operator. */
  commands: Gate
  everyMs?: number
}

/**
 * How long new requests may wait for the requests in progress. After that, the restart is tried
 * again a minute later.
 */
const PATIENCE_MS = 1_000
/**
 * Above the limit times this factor, a restart does not wait for a moment without requests, because
 * slow clients could prevent it for ever. Requests in progress and cron runs have the time that a
 * stop gives them.
 */
const URGENT = 1.5
const DRAIN_MS = 10_000

/**
 * Restarts the runtime when it uses too much memory, because workerd keeps freed memory: in a
 * moment without work, or after ten seconds if it uses much too much. Requests wait about two
 * seconds, and pages open their sockets again. Returns a function that stops the watch.
 */
export function watchMemory(watched: Watched): () => void {
  let isBusy = false
  let isStopped = false
  const timer = setInterval(async () => {
    if (isBusy || isStopped) return
    isBusy = true
    await check(watched).catch((error) =>
      console.error(`joule: the runtime could not be restarted: ${error}`),
    )
    isBusy = false
  }, watched.everyMs ?? 60_000)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

async function check({ limitMb, usedMb, restart, requests, cron, commands }: Watched) {
  const mb = usedMb()
  if (mb <= limitMb) return
  const isUrgent = mb > limitMb * URGENT
  // Such requests will probably not end in time, so the others need not wait for them.
  if (!isUrgent && requests.hasWorkOlderThan(PATIENCE_MS)) return
  const held: Held[] = []
  const hold = async (gate: Gate, patience: number) => {
    const one = await gate.hold(patience)
    held.push(one)
    return one.isIdle
  }
  try {
    // A command, such as an import, may take hours, and would begin again from the start.
    if (!(await hold(commands, 0))) return
    if (!(await hold(cron, isUrgent ? DRAIN_MS : 0)) && !isUrgent) return
    if (!(await hold(requests, isUrgent ? DRAIN_MS : PATIENCE_MS)) && !isUrgent) return
    await restart()
    console.log(
      `Restarted the runtime, which used ${Math.round(mb)} MB (JOULE_MEMORY_MB is ${limitMb}).`,
    )
  } finally {
    for (const { release } of held) release()
  }
}
