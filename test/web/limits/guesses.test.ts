import { RATE_RULES } from '#kernel/rate-limits.ts'
import { useUp } from '#test/limits.ts'
import { expect, test } from '#test/test.ts'
import { type Client, PASSWORD, World } from '#test/world.ts'
import { apiRoutes } from '#web/openapi/openapi.ts'
import type { RouteFact } from '#web/openapi/route-facts.ts'

const { most, pauseSeconds = 0 } = RATE_RULES.guess
const wrong = { password: 'not this one', code: '000000' }

function fieldsOf({ input }: RouteFact): string[] {
  return input?.in === 'json' && 'shape' in input.schema ? Object.keys(input.schema.shape as object) : []
}

/** One guess, each from another client address. */
async function guess(member: Client, send: (member: Client) => ReturnType<Client['send']>): Promise<number> {
  member.ip = member.world.visitor().ip
  return (await send(member)).status
}

const changePassword = (member: Client) =>
  member.put('/api/settings/password', { current_password: wrong.password, new_password: 'long enough to be taken' })
const deleteAccount = (member: Client) => member.post('/api/settings/delete-account', wrong)
const startTotp = (member: Client) => member.post('/api/settings/totp', wrong)
const changeEmail = (member: Client) => member.put('/api/settings/email', { ...wrong, email: 'a@example.com' })

test('every route that asks a signed-in user for the password counts wrong ones', () => {
  const asking = apiRoutes(new World().app).filter(
    ({ facts }) =>
      facts.some(({ access }) => access !== undefined && access !== 'anyone') &&
      facts.flatMap(fieldsOf).some((field) => ['password', 'current_password'].includes(field)),
  )
  expect(asking.map(({ path }) => path)).toContain('/api/settings/password')
  const forgotten = asking.filter(({ facts }) => !facts.some(({ countsGuesses }) => countsGuesses))
  expect(forgotten.map(({ path }) => path)).toEqual([])
})

test.each([
  ['PUT /api/settings/password', changePassword],
  ['POST /api/settings/delete-account', deleteAccount],
])('%s: guesses with one session from many IP addresses are limited, then allowed once a minute', async (_, send) => {
  const world = new World()
  const member = await world.member()
  await useUp(world, `user:${member.user.uid}`, 'guess', 1)
  for (let n = 0; n < 2; n++) expect(await guess(member, send)).toBe(422)
  expect(await guess(member, send)).toBe(429)
  world.wait(pauseSeconds * 1000)
  expect(await guess(member, send)).toBe(422)
  expect(await guess(member, send)).toBe(429)
})

test('all routes share the count of a user, also for concurrent guesses', async ({ member }) => {
  const sends = [changePassword, deleteAccount, startTotp, changeEmail]
  const guesses = Array.from({ length: 4 }, () => sends).flat()
  const statuses = await Promise.all(guesses.map((send) => guess(member, send)))
  expect(statuses.filter((status) => status === 422)).toHaveLength(most + 1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(guesses.length - most - 1)
})

test('guesses of several users from one IP address are limited', async ({ world }) => {
  const { ip } = world.visitor()
  await useUp(world, `ip:${ip}`, 'guess', 1)
  const statuses: number[] = []
  for (const member of await world.members([{}, {}, {}])) {
    statuses.push((await startTotp(Object.assign(member, { ip }))).status)
  }
  expect(statuses).toEqual([422, 422, 429])
})

test('right passwords do not count', async ({ world, member }) => {
  await useUp(world, `user:${member.user.uid}`, 'guess', 1)
  for (let n = 0; n < 3; n++) {
    member.ip = world.visitor().ip
    const change = { current_password: PASSWORD, new_password: PASSWORD }
    expect((await member.put('/api/settings/password', change)).status).toBe(204)
  }
})
