import { getTableName } from 'drizzle-orm'
import { TABLES } from '#db/schema/index.ts'
import { factsOf } from '#db/schema/stored.ts'
import { GRANT_LIFETIME, REFRESH_LIFETIME } from '#features/accounts/apps/tokens.ts'
import { CHALLENGE_LIFETIME } from '#features/accounts/login/login.ts'
import { PASSKEY_CHALLENGE_LIFETIME } from '#features/accounts/passkeys/webauthn.ts'
import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { PROOF_LIFETIME } from '#features/accounts/registration/proof-of-work.ts'
import { SESSION_LIFETIME } from '#features/accounts/sessions/open.ts'
import { COPY_DAYS } from '#features/community/reports/report.ts'
import { OUTBOX_KEPT_FOR } from '#features/core/outbox/deliver.ts'
import { FOUND_EVERY } from '#features/operations/admin/anomalies/anomalies.ts'
import { EXPORT_LIFE } from '#features/pages/exports/job.ts'
import { REQUEST_KEPT_FOR } from '#features/publishing/letters/subscribe.ts'
import { BIN_DAYS } from '#features/publishing/posts/post.ts'
import { DAY } from '#kernel/clock.ts'
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
  expect((await owner.get('/admin/data')).text).toContain('登录记录，用来发现新设备')
  expect((await admin.get('/admin/data')).status).toBe(404)
})

test('src/db/schema gives the times that the code keeps data', () => {
  const times = Object.fromEntries(
    TABLES.flatMap((table) => {
      const { kept } = factsOf(table)
      return typeof kept === 'object' ? [[getTableName(table), kept.time]] : []
    }),
  )
  expect(times).toMatchObject({
    account_exports: EXPORT_LIFE,
    anomalies: FOUND_EVERY,
    letter_requests: REQUEST_KEPT_FOR,
    login_challenges: CHALLENGE_LIFETIME,
    oauth_grants: GRANT_LIFETIME,
    oauth_tokens: REFRESH_LIFETIME,
    outbox: OUTBOX_KEPT_FOR,
    post_bin: BIN_DAYS * DAY,
    report_copies: COPY_DAYS * DAY,
    sessions: SESSION_LIFETIME,
    spent_challenges: PASSKEY_CHALLENGE_LIFETIME,
    spent_proofs: PROOF_LIFETIME,
    user_tokens: Math.max(...Object.values(TOKEN_LIFETIME)),
  })
})
