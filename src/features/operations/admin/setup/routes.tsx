import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { allSettings } from '#features/core/site/settings.ts'
import {
  closeSetup,
  SETUP_STEPS,
  settleStep,
  setupOf,
  storedSetup,
} from '#features/core/site/setup.ts'
import { setupPageTexts } from '#features/operations/admin/setup/text.ts'
import { SetupView } from '#features/operations/admin/setup/views.tsx'
import { backupStatus } from '#features/operations/backups/retention.ts'
import { setupTexts } from '#features/pages/setup/views-card.tsx'
import { acceptedLanguage } from '#kernel/i18n.ts'
import { owner } from '#web/guards/access.ts'
import { ownerWrite, summary } from '#web/openapi/admin.ts'
import { done } from '#web/responses.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { json, query } from '#web/validation/validate.ts'

const AskedQuery = z.object({ step: z.enum(SETUP_STEPS).optional().catch(undefined) })

export const adminSetupApi = new Hono<AppEnv>()
  .post(
    '/admin/checklist/dismiss',
    ownerWrite('dismissAdminChecklist', 'idempotent', null),
    summary('Close the set-up list, so that the admin overview no longer shows it'),
    (c) => done(c, c.var.db.batch([closeSetup])),
  )
  .post(
    '/admin/checklist/settle',
    ownerWrite('settleAdminChecklistStep', 'idempotent', null),
    summary('Mark a step of the set-up list as finished without a change'),
    json(z.object({ step: z.enum(SETUP_STEPS) })),
    (c) => done(c, c.var.db.batch([settleStep(c.req.valid('json').step)])),
  )

export const adminSetupPages = new Hono<AppEnv>().get(
  '/admin/setup',
  owner,
  query(AskedQuery),
  async (c) => {
    const { db, viewer, language, siteLanguages } = c.var
    const { stored, settings, backup } = await db.read({
      stored: storedSetup,
      settings: allSettings,
      backup: backupStatus,
    })
    const origin = siteOrigin(c)
    const setup = setupOf(stored, viewer, { hasMail: mailServiceOf(c.env) !== null, origin })
    const site = {
      name: stored.name,
      languages: siteLanguages,
      browserLanguage: acceptedLanguage(c.req.header('accept-language')),
      origin,
      settings,
      mailFrom: c.env.MAIL_FROM ?? '',
      lastBackupAt: backup.kept[0]?.taken_at ?? null,
    }
    return page(
      c,
      {
        title: setupTexts[language].title,
        description: setupPageTexts[language].description,
        robots: 'noindex',
        scripts: ['admin.js'],
      },
      <SetupView {...{ setup, site, viewer, language }} asked={c.req.valid('query').step} />,
    )
  },
)
