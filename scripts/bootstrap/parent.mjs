/** npm that is killed outright cannot pass the signal on: what it started notices by the change of its parent.
 * Started by hand (`node scripts/start.mjs &`), a process may outlive its shell. Answers with the way to stop watching.
 * @param {() => void} leave
 * @returns {() => void} */
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
