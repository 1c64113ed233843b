import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { RESTORE_PERIOD, requestDeletion } from '#features/accounts/deletion/deletion.ts'
import { ChangePasswordInput, OwnPasswordInput } from '#features/accounts/login/inputs.ts'
import { changePassword } from '#features/accounts/login/password.ts'
import { fediverseOf } from '#features/accounts/profiles/change.ts'
import {
  DeviceSessionShape,
  endDevice,
  endOtherDevices,
  REMARK_MAX,
  sessionsOf,
  setRemark,
} from '#features/accounts/sessions/devices.ts'
import { clearSessionCookies } from '#features/accounts/sessions/http/cookies.ts'
import { changeOrigin } from '#features/accounts/sessions/http/session-response.ts'
import { mailOrigin, sendsMail } from '#features/core/mail/http/sends-mail.ts'
import {
  chooseNoticeMail,
  NoticeMailShape,
  noticeMailOf,
} from '#features/core/mail/notice-prefs.ts'
import {
  NotifyPrefsShape,
  notifyPrefs,
  PREFS,
  setNotifyPref,
} from '#features/core/notifications/kinds.ts'
import {
  FediverseInput,
  FediverseShape,
  setFediverse,
  setTimeZones,
  TimeZoneInput,
  TimeZoneShape,
  timeZonesOf,
} from '#features/pages/settings/fediverse.ts'
import { setHidesAi } from '#features/publishing/posts/ai.ts'
import { DAY } from '#kernel/clock.ts'
import { line } from '#kernel/fields.ts'
import { RANDOM_ID } from '#kernel/ids.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { limitedGuesses, sensitive } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { json, param } from '#web/validation/validate.ts'

const sidParam = param(z.object({ sid: z.string().regex(RANDOM_ID) }))

const EndOthersInput = z.object({
  tokens: z.boolean().default(false).describe('True also revokes all your personal access tokens.'),
})

const ReadingShape = z.object({ hides_ai: z.boolean() }).meta({ id: 'ReadingSettings' })

export const settingsApi = new Hono<AppEnv>()
  .put(
    '/settings/password',
    write('updatePassword', { tag: 'settings', repeat: 'adds' }),
    member,
    sensitive,
    limitedGuesses,
    sendsMail,
    doc(
      'Change your password and end all other sessions. An account without a password needs a fresh session instead of `current_password`. If a concurrent request changes it first, the code is `invalid_credentials`',
      { 204: null },
      'confirmation_required',
      'invalid_credentials',
    ),
    json(ChangePasswordInput),
    (c) => {
      const { current_password, new_password } = c.req.valid('json')
      const { db, now } = c.var
      return done(
        c,
        changePassword(db, c.var, current_password, new_password, changeOrigin(c), now),
      )
    },
  )
  .post(
    '/settings/delete-account',
    write('deleteAccount', { tag: 'settings', repeat: 'refused: session_expired' }),
    member,
    sensitive,
    limitedGuesses,
    doc(
      `Delete your account. All your sessions end now. The account is erased after ${RESTORE_PERIOD / DAY} days. Until then, a login can restore it`,
      { 200: z.object({ purge_at: z.iso.datetime() }) },
      'confirmation_required',
      'invalid_transition',
    ),
    json(OwnPasswordInput),
    async (c) => {
      const { db, viewer, sid, now } = c.var
      const purge_at = await requestDeletion(db, { viewer, sid }, c.req.valid('json').password, now)
      clearSessionCookies(c)
      return c.json({ purge_at })
    },
  )
  .get(
    '/settings/sessions',
    read('listSessions', { tag: 'settings' }),
    signedIn,
    doc('List your sessions', { 200: listOf(DeviceSessionShape) }),
    async (c) => {
      const items = await c.var.db.read(sessionsOf(c.var.viewer, c.var.sid, c.var.now))
      return c.json({ items, next_cursor: null })
    },
  )
  .post(
    '/settings/sessions/destroy-others',
    write('deleteOtherSessions', { tag: 'settings', repeat: 'idempotent' }),
    member,
    doc(
      'End all your other sessions, with the assistants that they connected, and all logins to applications. With `tokens`, all your personal access tokens are revoked too',
      {
        200: z.object({ destroyed: z.int() }),
      },
    ),
    json(EndOthersInput),
    async (c) => {
      const { db, viewer, sid } = c.var
      return c.json({ destroyed: await endOtherDevices(db, viewer, sid, c.req.valid('json')) })
    },
  )
  .delete(
    '/settings/sessions/:sid',
    write('deleteSession', { tag: 'settings', repeat: 'refused: not_found' }),
    member,
    sidParam,
    doc(
      'End a session. Its logins to applications end too, and the assistants that it connected are disconnected',
      { 204: null },
      'not_found',
    ),
    (c) => done(c, endDevice(c.var.db, c.var.viewer, c.req.valid('param').sid)),
  )
  .put(
    '/settings/sessions/:sid/remark',
    write('updateSessionRemark', { tag: 'settings', repeat: 'idempotent' }),
    member,
    sidParam,
    doc('Set the label of a session', { 204: null }, 'not_found'),
    json(z.object({ remark: line({ max: REMARK_MAX }) })),
    (c) =>
      done(
        c,
        setRemark(c.var.db, c.var.viewer, c.req.valid('param').sid, c.req.valid('json').remark),
      ),
  )
  .get(
    '/settings/notify-prefs',
    read('getNotificationPreferences', { tag: 'settings' }),
    signedIn,
    doc('Get your notification preferences', { 200: NotifyPrefsShape }),
    (c) => c.json(notifyPrefs(c.var.viewer)),
  )
  .put(
    '/settings/notify-prefs',
    write('updateNotificationPreference', { tag: 'settings', repeat: 'idempotent' }),
    member,
    doc('Switch one kind of notification on or off. The response has all preferences', {
      200: NotifyPrefsShape,
    }),
    json(z.object({ kind: z.enum(PREFS), enabled: z.boolean() })),
    async (c) => {
      const { kind, enabled } = c.req.valid('json')
      return c.json(await setNotifyPref(c.var.db, c.var.viewer, kind, enabled))
    },
  )
  .get(
    '/settings/time-zone',
    read('getTimeZone', { tag: 'settings' }),
    signedIn,
    doc('Get your time zone', { 200: TimeZoneShape }),
    (c) => c.json(timeZonesOf(c.var.viewer)),
  )
  .put(
    '/settings/time-zone',
    write('updateTimeZone', { tag: 'settings', repeat: 'idempotent' }),
    member,
    doc(
      'Choose your time zone, or report the time zone of your browser. A missing field does not change',
      { 200: TimeZoneShape },
    ),
    json(TimeZoneInput),
    async (c) => c.json(await setTimeZones(c.var.db, c.var.viewer, c.req.valid('json'), c.var.now)),
  )
  .get(
    '/settings/fediverse',
    read('getFediverseAddress', { tag: 'settings' }),
    signedIn,
    doc('Get your address in the fediverse', { 200: FediverseShape }),
    async (c) => c.json({ address: await c.var.db.read(fediverseOf(c.var.viewer)) }),
  )
  .put(
    '/settings/fediverse',
    write('updateFediverseAddress', { tag: 'settings', repeat: 'idempotent', fresh: true }),
    member,
    changes(),
    doc(
      'Set your address in the fediverse. Your public page shows it, and the HTML head of your posts names it. An empty text removes it',
      { 200: FediverseShape },
      'silenced',
    ),
    json(FediverseInput),
    async (c) => {
      const { address } = c.req.valid('json')
      await setFediverse(c.var.db, c.var.viewer, address, c.var.now)
      return c.json({ address })
    },
  )
  .get(
    '/settings/reading',
    read('getReadingSettings', { tag: 'settings' }),
    signedIn,
    doc('Get your reading settings', { 200: ReadingShape }),
    (c) => c.json({ hides_ai: c.var.viewer.hides_ai === 1 }),
  )
  .put(
    '/settings/reading',
    write('updateReadingSettings', { tag: 'settings', repeat: 'idempotent' }),
    byUid,
    doc(
      'Update your reading settings. With `hides_ai`, your lists and searches leave out posts that were made by AI',
      { 200: ReadingShape },
    ),
    json(ReadingShape),
    async (c) => {
      const { hides_ai } = c.req.valid('json')
      await setHidesAi(c.var.db, c.var.viewerId, hides_ai)
      return c.json({ hides_ai })
    },
  )
  .get(
    '/settings/notice-mail',
    read('getMailPreferences', { tag: 'settings' }),
    signedIn,
    doc('Get your preferences for notifications by mail', { 200: NoticeMailShape }),
    async (c) => c.json(await c.var.db.read(noticeMailOf(c.var.viewer))),
  )
  .put(
    '/settings/notice-mail',
    write('updateMailPreferences', { tag: 'settings', repeat: 'idempotent' }),
    member,
    doc(
      'Update your preferences for notifications by mail. A missing field does not change',
      { 200: NoticeMailShape },
      'email_unverified',
    ),
    json(NoticeMailShape.partial()),
    async (c) =>
      c.json(
        await chooseNoticeMail(
          c.var.db,
          c.var.viewer,
          c.req.valid('json'),
          mailOrigin(c),
          c.var.now,
        ),
      ),
  )
