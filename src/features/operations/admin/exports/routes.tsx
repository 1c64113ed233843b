import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { auditActorOf, auditEntry } from '#features/core/site/audit-log.ts'
import { CSV_EXPORTS, exportCsv } from '#features/operations/admin/exports/csv.ts'
import { ExportsView } from '#features/operations/admin/exports/views.tsx'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { backupResources } from '#features/operations/backups/resources.ts'
import { backupStatus } from '#features/operations/backups/retention.ts'
import { dayOf } from '#kernel/clock.ts'
import { streamOf } from '#kernel/pause.ts'
import { freshSession } from '#web/guards/fresh-session.ts'
import { inBackground } from '#web/in-background.ts'
import { ownerFreshRead, ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { csvFile } from '#web/responses.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { param } from '#web/validation/validate.ts'

const BackupsShape = z
  .object({
    items: z.array(
      z.object({
        name: z.string(),
        taken_at: z.iso.datetime(),
        rows: z.int(),
        images: z.int(),
        bytes: z.int().describe('The size of the SQL, without images.'),
      }),
    ),
    running_since: z.iso.datetime().nullable(),
    failed: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'Backups' })

const nameParam = param(z.object({ name: z.string().regex(/^[\dTZ-]{10,40}$/) }))
const csvParam = param(
  z.object({ file: z.enum(CSV_EXPORTS.map((name) => `${name}.csv` as const)) }),
)

export const adminExportsApi = new Hono<AppEnv>()
  .get(
    '/admin/export/:file',
    ownerFreshRead('exportAdminTable', { 200: 'text/csv' }),
    summary(
      'Export people, posts, tags or the audit log as CSV, without secrets. The energy ledger is `GET /api/admin/energy/logs.csv`',
    ),
    csvParam,
    async (c) => {
      const { db, now } = c.var
      const { file } = c.req.valid('param')
      const name = CSV_EXPORTS.find((one) => file === `${one}.csv`) ?? 'people'
      const csv = await exportCsv(db, auditActorOf(c), name, siteOrigin(c), now)
      return csvFile(c, csv, `joule-${name}-${dayOf(now)}`)
    },
  )
  .get(
    '/admin/backups',
    ownerRead('listAdminBackups', BackupsShape),
    summary('List the backups of the site, newest first, and the state of the one in progress'),
    async (c) => {
      const { kept, since, failed } = await c.var.db.read(backupStatus)
      const items = kept.map(({ id, ...backup }) => ({ name: id, ...backup }))
      return c.json({ items, running_since: since, failed })
    },
  )
  .post(
    '/admin/backups',
    ownerFreshWrite('startAdminBackup', 'refused: invalid_transition', { 202: z.object({}) }),
    summary(
      'Start a backup of the database and the images. It is made in the background, one at a time',
    ),
    async (c) => {
      const { continueBackup, startBackup } = await import('#features/operations/backups/run.ts')
      const resources = backupResources(c.env)
      await startBackup(resources, auditActorOf(c), c.var.now)
      // Most sites are finished in this time. The cron continues the others.
      inBackground(c, 'back up', continueBackup(resources, c.var.now, STEPS_OF_REQUEST))
      return c.json({}, 202)
    },
  )
  .get(
    '/admin/backups/:name',
    ownerFreshRead('downloadAdminBackup', { 200: 'application/zip' }, 'not_found', 'too_complex'),
    summary(
      'Download a backup as a ZIP file. Unpacked, it is a folder for `npm run joule -- restore`. A backup above 3.5 GB is fetched with `npm run joule -- backup --scheduled`',
    ),
    nameParam,
    async (c) => {
      const { name } = c.req.valid('param')
      const { backupFile } = await import('#features/operations/backups/download.ts')
      const file = await backupFile(c.env.BACKUPS, name)
      const target = ['site_setting', name] as const
      await c.var.db.batch([
        auditEntry(auditActorOf(c), { action: 'backup.download', target }, c.var.now),
      ])
      return c.body(streamOf(file), 200, {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="joule-backup-${name}.zip"`,
        'Cache-Control': 'no-store',
      })
    },
  )

/** A request continues a backup for a few seconds. */
const STEPS_OF_REQUEST = { snapshot: 1_000_000, page: 500_000, steps: 40 }

export const adminExportsPages = new Hono<AppEnv>().get(
  PAGES.backups.href,
  freshSession,
  PAGES.backups.guard,
  (c) =>
    showAdminPage(c, { name: 'backups' }, { status: backupStatus }, ({ status, language }) => (
      <ExportsView {...{ status, language }} isEncrypted={Boolean(c.env.JOULE_BACKUP_RECIPIENT)} />
    )),
)
