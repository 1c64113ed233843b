// Whether the time of a refused login tells who has an account.
// Run against a local site that you started: `node tools/bench/login-timing.mjs http://localhost:8787`
// It registers a throw-away account there and stops by itself after 120 logins.
const site = process.argv[2] ?? 'http://localhost:8787'
const ROUNDS = 40
const PASSWORD = 'a long password'

const known = await register()
const cases = {
  'unknown e-mail': { email: 'nobody-at-all@example.com', password: 'wrong password' },
  'wrong password': { email: known, password: 'wrong password' },
  'right password': { email: known, password: PASSWORD },
}
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, /** @type {number[]} */ ([])]))

// In turns, so that whatever else the machine does falls on all alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, account] of Object.entries(cases)) times[name]?.push(await timed(account))
}
for (const [name, samples] of Object.entries(times)) {
  console.log(`${name}: median ${median(samples).toFixed(1)} ms`)
}

/** @param {{ email: string, password: string }} account */
async function timed(account) {
  const started = performance.now()
  await post('/api/auth/login', account)
  return performance.now() - started
}

async function register() {
  const email = `${crypto.randomUUID()}@example.com`
  const response = await post('/api/auth/register', { email, password: PASSWORD })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return email
}

/** A bearer needs no CSRF token, and every call comes from an address of its own, so that no limit is met.
 * @param {string} path @param {unknown} body */
function post(path, body) {
  const address = crypto.getRandomValues(new Uint8Array(3)).join('.')
  const headers = {
    authorization: 'Bearer none',
    'content-type': 'application/json',
    'cf-connecting-ip': `10.${address}`,
  }
  return fetch(site + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** @param {number[]} samples */
function median(samples) {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0
}
