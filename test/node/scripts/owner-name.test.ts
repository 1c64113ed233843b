import { expect, test } from 'vitest'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { sharedStorage } from './support/workerd-storage.ts'

test('JOULE_OWNER_NAME gives the owner a first username and level 1, once; a name that is refused is an error in one line', async () => {
  const storage = sharedStorage().newSite()
  const start = (JOULE_OWNER_NAME?: string) => {
    const settings = readSettings({
      JOULE_EMPTY: '1',
      ...(JOULE_OWNER_NAME && { JOULE_OWNER_NAME }),
    })
    return prepareSite(storage, settings, () => {})
  }
  const owner = () => localQuery(storage.DB)('SELECT username, exp FROM users')
  await start()
  expect(await owner()).toEqual([{ username: null, exp: 0 }])
  await expect(start('admin')).rejects.toThrow(
    'JOULE_OWNER_NAME "admin" cannot be used: This username is reserved.',
  )
  await start('Grace')
  expect(await owner()).toEqual([{ username: 'Grace', exp: 10 }])
  await start('Other')
  expect(await owner()).toEqual([{ username: 'Grace', exp: 10 }])
})

test('a JOULE_OWNER_NAME that cannot be used is refused before the owner and the demo content are created', async () => {
  const storage = sharedStorage().newSite()
  const start = (env: NodeJS.ProcessEnv) => prepareSite(storage, readSettings(env), () => {})
  const cases = {
    admin: 'This username is reserved.',
    x: 'Use at least 2 characters.',
    ADA: 'This username is already taken.',
    N0ra: 'This username is already taken.',
  }
  for (const [name, problem] of Object.entries(cases)) {
    await expect(start({ JOULE_OWNER_NAME: name })).rejects.toThrow(
      `JOULE_OWNER_NAME "${name}" cannot be used: ${problem}`,
    )
    expect(await localQuery(storage.DB)('SELECT COUNT(*) AS users FROM users')).toEqual([
      { users: 0 },
    ])
  }
  await start({ JOULE_OWNER_NAME: 'ada', JOULE_EMPTY: '1' })
  expect(await localQuery(storage.DB)('SELECT username FROM users')).toEqual([{ username: 'ada' }])
})
