/**
 * Calls `leave` when the parent process changes: npm cannot pass on a SIGKILL. A process started by hand (`node
 * scripts/start.mjs &`) may outlive its shell. Returns a function that stops watching.
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
