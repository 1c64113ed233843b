import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import type { V4MiniflareOptions } from 'miniflare'
import type { DataFolder } from './data-folder.ts'
import { boundHeaps } from './memory.ts'

// Not imported: for `import` Node scans 5 MB of CommonJS for names and keeps a second copy, 10 MB and half a second.
export const { convertV4MiniflareOptions, Log, LogLevel, Miniflare }: typeof import('miniflare') = createRequire(
  import.meta.url,
)('miniflare')

export interface LaunchOptions {
  data: DataFolder
  /** Receives the log lines of the Worker and of the runtime. */
  onLog: (line: LogLine) => void
  /** Receives the process id of the runtime, again after each restart. */
  onRuntime?: (pid: number) => void
}

export interface LogLine {
  level: string
  message: string
}

/** Starts workerd with these Workers and their state in the data folder. */
export async function launch(config: V4MiniflareOptions, { data, onLog, onRuntime }: LaunchOptions) {
  const options = convertV4MiniflareOptions({
    ...config,
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: onLog,
    resourcePersistencePath: data.path,
  })
  const stopWatching = onRuntime ? whenRuntimeStarts(onRuntime) : () => {}
  boundHeaps(process.env)
  const miniflare = withoutSignalHandlers(() => new Miniflare(options))
  const stop = () => {
    stopWatching()
    return miniflare.dispose()
  }
  try {
    return { miniflare, url: await miniflare.ready, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Miniflare does not expose the process id, but an orphaned runtime must be found after a kill. */
export function whenRuntimeStarts(tell: (pid: number) => void): () => void {
  const listen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      if (child.pid !== undefined && child.spawnfile.endsWith('workerd')) tell(child.pid)
    })
  }
  subscribe('child_process', listen)
  return () => void unsubscribe('child_process', listen)
}

/** Miniflare ends the process on a signal; this process has its own handlers for that. */
function withoutSignalHandlers<T>(make: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const ours = signals.map((signal) => ({ signal, listeners: process.listeners(signal) }))
  const made = make()
  for (const { signal, listeners } of ours) {
    const added = process.listeners(signal).filter((listener) => !listeners.includes(listener))
    if (listeners.length > 0) for (const listener of added) process.off(signal, listener)
  }
  return made
}
