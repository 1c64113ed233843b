import { getTableName } from 'drizzle-orm'
import { TABLES } from '#db/schema/index.ts'
import { expect, test } from '#test/test.ts'

test('the data register shows the owner every table of the database in both languages', async ({
  owner,
  admin,
}) => {
  const english = (await owner.get('/admin/data')).text
  for (const table of TABLES) expect(english).toContain(`>${getTableName(table)}</code>`)
  expect(english).toContain('Sign-ins, to detect new devices')
  expect(english).toContain('365 days, the newest one stays')
  expect(english).toContain('deleted by the trigger users_erased_have_no_passkeys')
  expect(english).toContain('no: hashes of secrets')
  owner.language = 'zh-CN'
  const chinese = (await owner.get('/admin/data')).text
  expect(chinese).toContain('登录记录，用来发现新设备')
  expect((await admin.get('/admin/data')).status).toBe(404)
})
