export const { connect, JouleError } = await import('joule/client').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error(
    'The examples need joule/client. Run "npm run build" once, then run the example again.',
  )
  process.exit(1)
})

/** A usage error, printed in one line. */
export class Mistake extends Error {}

/** Connects to the site in JOULE_URL, by default the local one. */
export function theSite() {
  return connect(process.env.JOULE_URL || 'http://localhost:8787', { language: 'en' })
}

/** Connects and logs in as JOULE_EMAIL with JOULE_PASSWORD. */
export async function theSiteSignedIn() {
  const { JOULE_EMAIL: email, JOULE_PASSWORD: password } = process.env
  if (!email || !password) throw new Mistake('set JOULE_EMAIL and JOULE_PASSWORD')
  const joule = theSite()
  await joule.login({ email, password })
  return joule
}

/**
 * Runs an example. On an error it prints one line and sets the exit code.
 * @param {() => Promise<void>} example
 */
export async function run(example) {
  try {
    await example()
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

/**
 * The message for an error. Unexpected errors are printed with their stack.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof JouleError) {
    const fields = Object.entries(error.fields).map(([name, problem]) => `${name}: ${problem}`)
    const request = error.status >= 500 ? [`request ${error.requestId}`] : []
    return [error.message, ...fields, ...request].join(' · ')
  }
  if (error instanceof Mistake || error instanceof TypeError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
