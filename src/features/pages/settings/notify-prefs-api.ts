import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { notifyPrefs, PREFS, setNotifyPref } from '#features/core/notifications/prefs.ts'
import { NotifyPrefsShape } from '#features/core/notifications/shapes.ts'
import { member, signedIn } from '#web/guards/guards.ts'
import { doc } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const NotifyPrefInput = z.object({ kind: z.enum(PREFS), enabled: z.boolean() })

export const notifyPrefsApi = new Hono<AppEnv>()
  .get(
    '/settings/notify-prefs',
    signedIn,
    doc('What the caller wants to be notified of', { 200: NotifyPrefsShape }),
    (c) => c.json(notifyPrefs(c.var.viewer)),
  )
  .put(
    '/settings/notify-prefs',
    member,
    doc('Turn one of the four switches', { 200: NotifyPrefsShape }),
    json(NotifyPrefInput),
    async (c) => {
      const { kind, enabled } = c.req.valid('json')
      return c.json(await setNotifyPref(c.var.db, c.var.viewer, kind, enabled))
    },
  )
