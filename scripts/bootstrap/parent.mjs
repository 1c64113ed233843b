/** npm that is killed outright cannot pass the signal on: what it started notices by the change of its parent.
 * Started by hand (`node scripts/start.mjs &`), a process may outlive its shell.
 * @param {() => void} leave */
export function whenParentDies(leave) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    leave()
  }, 500)
  watch.unref()
}
