// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
const ON_A_TERMINAL = 200
const IN_A_FILE = 10_000

/**
 * Prints the progress of a task: name, progress, elapsed time. On a terminal one line that is
 * updated, otherwise a line now and then.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {() => string} [howFar]
 * @returns {Promise<T>}
 */
export async function showProgress(what, work, howFar = () => '') {
  const begun = performance.now()
  const { isTTY } = process.stderr
  const say = (/** @type {string} */ text, end = '\n') =>
    process.stderr.write(`${isTTY ? '\r\x1b[K' : ''}${text}${end}`)
  const time = () => `${Math.round((performance.now() - begun) / 1000)} s`
  const going = () =>
    say([`${what} …`, howFar(), time()].join(' ').replace(/ {2}/, ' '), isTTY ? '' : '\n')
  say(`${what} …`, isTTY ? '' : '\n')
  const ticking = setInterval(going, isTTY ? ON_A_TERMINAL : IN_A_FILE)
  try {
    const result = await work()
    say(`${what}: done, ${time()}`)
    return result
  } catch (error) {
    // Ends the line, so that the error starts on a new one.
    if (isTTY) say('', '')
    throw error
  } finally {
    clearInterval(ticking)
  }
}
