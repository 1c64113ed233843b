// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
import { constants } from 'node:os'

const PATIENCE = 5_000

/**
 * Ends the child and its descendants before this process ends. Returns a function that stops this.
 * @param {import('node:child_process').ChildProcess} child the first of a process group
 */
export function endChildOnExit(child) {
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    child.once('close', () => process.exit(128 + constants.signals[signal]))
    signalGroup(child, signal)
    // For a process that ignores SIGTERM.
    setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  const stopWatching = whenParentDies(() => end('SIGTERM'))
  return () => {
    stopWatching()
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // The process group has ended.
  }
}

/**
 * Calls `leave` when the parent process changes: npm cannot pass on a SIGKILL. A process started by
 * hand (`node scripts/start.mjs &`) may outlive its shell. Returns a function that stops watching.
 * @param {() => void} leave
 * @returns {() => void}
 */
export function whenParentDies(leave) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    leave()
  }, 500)
  watch.unref()
  return () => clearInterval(watch)
}
