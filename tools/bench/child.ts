import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Child {
  pid: number
  /** Calls a function that the child offers with `serveParent`. Rejects if the child ends. */
  call<Result>(name: string, input: unknown): Promise<Result>
  end(): Promise<void>
}

interface Reply {
  id: number
  result?: unknown
  /** The result, from the child process of an older commit. */
  answer?: unknown
  error?: string
}

/**
 * Starts a script in a child process. The process is pinned to `core` if the machine allows it.
 * `output` may be an open file.
 */
export function startChild(
  script: string,
  core: number | null,
  output: 'inherit' | number = 'inherit',
): Child {
  const path = isAbsolute(script) ? script : fileURLToPath(new URL(script, import.meta.url))
  const pin =
    core !== null && canPin()
      ? { execPath: TASKSET, execArgv: ['-c', String(core), process.execPath, '--no-warnings'] }
      : { execArgv: ['--no-warnings'] }
  const child = fork(path, {
    ...pin,
    stdio: ['ignore', output, output, 'ipc'],
    serialization: 'advanced',
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on('message', ({ id, result, answer, error }: Reply) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result ?? answer)
    else call?.reject(new Error(error))
  })
  child.on('exit', (code) => {
    for (const call of waiting.values()) call.reject(new Error(`${script} ended with ${code}`))
  })
  return {
    pid: child.pid ?? 0,
    call<Result>(name: string, input: unknown) {
      const call = Promise.withResolvers<unknown>()
      waiting.set(++asked, call)
      child.send({ id: asked, name, input })
      return call.promise as Promise<Result>
    },
    end: () => ended(child),
  }
}

/** Runs in the child process. Each function takes one value and returns one value. */
export function serveParent(calls: Record<string, (input: never) => unknown>): void {
  process.on('message', async ({ id, name, input }: { id: number; name: string; input: never }) => {
    try {
      process.send?.({ id, result: await calls[name]?.(input) })
    } catch (error) {
      process.send?.({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  })
  process.on('disconnect', () => process.exit())
}

const TASKSET = '/usr/bin/taskset'

export function canPin(): boolean {
  return process.platform === 'linux' && existsSync(TASKSET) && availableParallelism() > 1
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.disconnect()
  })
}
