import { connect, JouleError } from 'joule/client'

/** A mistake of whoever runs the example, told in one line. */
export class Mistake extends Error {}

/** The site named by JOULE_URL, the local one by default. */
export function theSite() {
  return connect(process.env.JOULE_URL || 'http://localhost:8787', { language: 'en' })
}

/** The same, logged in as JOULE_EMAIL with JOULE_PASSWORD. */
export async function theSiteSignedIn() {
  const { JOULE_EMAIL: email, JOULE_PASSWORD: password } = process.env
  if (!email || !password) throw new Mistake('set JOULE_EMAIL and JOULE_PASSWORD to the account that does this')
  const joule = theSite()
  await joule.login({ email, password })
  return joule
}

/** Runs an example: what goes wrong is told in one line, and the exit code says so.
 * @param {() => Promise<void>} example */
export async function run(example) {
  try {
    await example()
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

/** What to tell of an error; what nobody foresaw is told whole.
 * @param {unknown} error */
export function explain(error) {
  if (error instanceof JouleError) {
    const fields = Object.entries(error.fields).map(([name, problem]) => `${name}: ${problem}`)
    const request = error.status >= 500 ? [`request ${error.requestId}`] : []
    return [error.message, ...fields, ...request].join(' · ')
  }
  if (error instanceof Mistake || error instanceof TypeError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
