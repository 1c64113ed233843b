import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLAIMED_FOR } from '#features/core/outbox/deliver.ts'
import { readPublicSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from '../support/built.ts'
import { putEmptySite } from '../support/small-site.ts'
import { inDatabase } from '../support/storage.ts'
import { folderWith } from './support/folders.ts'

test('deliveries that were claimed when the runtime ended are due again when it starts, and later deliveries keep their time', async () => {
  await builtSite()
  const data = await folderWith()
  await putEmptySite(data)
  await inDatabase(data, claimed(1))
  const site = await startSite(readPublicSettings({ PORT: '0', JOULE_DATA: data }), () => {})
  onTestFinished(site.stop)
  const stateOf = (id: number) =>
    site.storage.DB.prepare(
      // The cron of the site may have sent the row meanwhile.
      `SELECT claim IS 'killed' AS is_claimed,
         status <> 'queued' OR next_attempt_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS is_due
       FROM outbox WHERE id = ?`,
    )
      .bind(id)
      .first()
  await expect.poll(() => stateOf(1)).toEqual({ is_claimed: 0, is_due: 1 })

  await inDatabase(data, claimed(2) + claimed(3, 2 * CLAIMED_FOR))
  const { runtime } = JSON.parse(await readFile(join(data, 'running.json'), 'utf8'))
  process.kill(runtime, 'SIGKILL')
  await expect
    .poll(() => stateOf(2).catch(() => 'the runtime is starting'))
    .toEqual({ is_claimed: 0, is_due: 1 })
  expect(await stateOf(3)).toEqual({ is_claimed: 1, is_due: 0 })
})

/** A webhook delivery that a run has claimed for this many milliseconds. */
function claimed(id: number, ms = CLAIMED_FOR): string {
  const next = new Date(Date.now() + ms).toISOString()
  return `
    INSERT INTO outbox (id, channel, kind, target, ref, payload, status, attempts, next_attempt_at, claim, created_at)
    VALUES (${id}, 'webhook', 'webhook.test', 'receiver.example', 1, '{}', 'queued', 1, '${next}', 'killed', '${next}');`
}
