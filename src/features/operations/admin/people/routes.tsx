import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  approveProfile,
  asDecidedReview,
  PROFILE_REASON_MAX,
  pendingReviews,
  rejectProfile,
} from '#features/accounts/profiles/decide.ts'
import { DecidedReviewShape, ProfileReviewShape } from '#features/accounts/profiles/review.ts'
import { resetLinkFor } from '#features/accounts/recovery/reset.ts'
import { removeSecondFactor } from '#features/accounts/second-factor/remove-by-owner.ts'
import { setRole, setSilence, setStatus } from '#features/accounts/status/status-and-role.ts'
import { mailOrigin, sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import {
  REASON_MAX,
  reasonInput,
  restrictionDays,
  searchInput,
  uidsOf,
} from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf, PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  AdminUserShape,
  asAdminUser,
  PEOPLE_FILTERS,
  peoplePage,
} from '#features/operations/admin/people/list.ts'
import { AdminPersonShape, personFile } from '#features/operations/admin/people/person.ts'
import { PeopleView, ProfileReviewsView } from '#features/operations/admin/people/views.tsx'
import { PersonView } from '#features/operations/admin/people/views-person.tsx'
import { hideAll, restoreAll } from '#features/operations/hiding/hide.ts'
import { contentChanged } from '#features/operations/hiding/http/content-changed.ts'
import {
  deleteNote,
  listNotes,
  NoteInput,
  UserNoteShape,
  writeNote,
} from '#features/operations/notes/notes.ts'
import { line } from '#kernel/fields.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { admin } from '#web/guards/access.ts'
import { adminRead, adminWrite, ownerFreshWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import {
  idParam,
  json,
  pageFilters,
  pageQuery,
  pageRequest,
  pageUid,
  param,
  pathId,
  query,
  uidParam,
} from '#web/validation/validate.ts'

const ResetLinkShape = z.object({ url: z.string(), expires_at: z.iso.datetime() })
const Restriction = {
  reason: line({ max: REASON_MAX })
    .optional()
    .transform((reason) => reason || null),
  days: restrictionDays,
}

export const adminPeopleApi = new Hono<AppEnv>()
  .get(
    '/admin/users',
    adminRead('listAdminUsers', listOf(AdminUserShape)),
    summary('List users'),
    query(z.object({ ...PEOPLE_FILTERS, ...pageQuery })),
    async (c) => {
      const search = c.req.valid('query')
      return c.json(await c.var.db.read(peoplePage(search, pageRequest(search), c.var.language)))
    },
  )
  .get(
    '/admin/users/:uid',
    adminRead('getAdminUser', AdminPersonShape),
    summary('Get a user'),
    uidParam,
    async (c) => {
      const { db, viewer, now, language } = c.var
      const file = await personFile(db, viewer, c.req.valid('param').uid, now, language)
      return c.json(file.person)
    },
  )
  .put(
    '/admin/users/:uid/status',
    adminWrite('updateAdminUserStatus', 'refused: invalid_transition', AdminUserShape),
    summary(
      'Ban or unban a user. With `days`, the ban ends after this number of days, else it has no end. A ban ends all sessions of the user',
    ),
    changes(),
    uidParam,
    json(z.object({ status: z.enum(['active', 'banned']), ...Restriction })),
    async (c) => {
      const person = await byAdmin(c, setStatus, c.req.valid('param').uid, c.req.valid('json'))
      return c.json(asAdminUser(person, c.var.language))
    },
  )
  .put(
    '/admin/users/:uid/silence',
    adminWrite('updateAdminUserSilence', 'refused: invalid_transition', AdminUserShape),
    summary(
      'Silence a user or lift the silence. A silenced user can read and react, but cannot publish. With `days`, the silence ends after this number of days, else it has no end',
    ),
    uidParam,
    json(z.object({ silenced: z.boolean(), ...Restriction })),
    async (c) => {
      const person = await byAdmin(c, setSilence, c.req.valid('param').uid, c.req.valid('json'))
      return c.json(asAdminUser(person, c.var.language))
    },
  )
  .post(
    '/admin/users/:uid/hide',
    adminWrite('hideAdminUserContent', 'refused: invalid_transition', AdminPersonShape),
    summary(
      'Ban a user and hide all their posts and comments. If there are many, the rest is hidden in the background after the response',
    ),
    uidParam,
    json(z.object({ reason: reasonInput, days: restrictionDays })),
    async (c) => {
      const { uid } = c.req.valid('param')
      contentChanged(c, await byAdmin(c, hideAll, uid, c.req.valid('json')))
      return c.json(
        (await personFile(c.var.db, c.var.viewer, uid, c.var.now, c.var.language)).person,
      )
    },
  )
  .delete(
    '/admin/users/:uid/hide',
    adminWrite('restoreAdminUserContent', 'refused: invalid_transition', AdminPersonShape),
    summary(
      'Undo “ban and hide”. The posts and comments that it hid are restored, and its ban is lifted',
    ),
    uidParam,
    async (c) => {
      const { uid } = c.req.valid('param')
      contentChanged(c, await byAdmin(c, restoreAll, uid))
      return c.json(
        (await personFile(c.var.db, c.var.viewer, uid, c.var.now, c.var.language)).person,
      )
    },
  )
  .put(
    '/admin/users/:uid/role',
    ownerFreshWrite('updateAdminUserRole', 'idempotent', AdminUserShape, 'invalid_transition'),
    summary(
      'Change the role of a user. The last owner must stay an owner, else the request is refused with `invalid_transition`',
    ),
    uidParam,
    json(AdminUserShape.pick({ role: true })),
    async (c) => {
      const person = await byAdmin(c, setRole, c.req.valid('param').uid, c.req.valid('json').role)
      return c.json(asAdminUser(person, c.var.language))
    },
  )
  .post(
    '/admin/users/:uid/reset-link',
    ownerFreshWrite('createAdminUserResetLink', 'adds', { 201: ResetLinkShape }),
    summary('Create a password reset link for a user. Pass it on yourself: it is not mailed'),
    uidParam,
    async (c) =>
      c.json(await byAdmin(c, resetLinkFor, c.req.valid('param').uid, mailOrigin(c).site), 201),
  )
  .delete(
    '/admin/users/:uid/second-factor',
    ownerFreshWrite('deleteAdminUserSecondFactor', 'adds', null),
    summary('Remove two-step verification and all passkeys of a user'),
    sendsMail,
    uidParam,
    (c) => done(c, byAdmin(c, removeSecondFactor, c.req.valid('param').uid, mailOrigin(c))),
  )
  .get(
    '/admin/users/:uid/notes',
    adminRead('listAdminUserNotes', listOf(UserNoteShape)),
    summary('List the notes of admins about a user, newest first'),
    uidParam,
    async (c) => {
      const items = await listNotes(
        c.var.db,
        c.var.viewer,
        c.req.valid('param').uid,
        c.var.language,
      )
      return c.json({ items, next_cursor: null })
    },
  )
  .post(
    '/admin/users/:uid/notes',
    adminWrite('createAdminUserNote', 'adds', { 201: UserNoteShape }),
    summary('Write a note about a user. Only admins see it. Only owners see notes about admins'),
    uidParam,
    json(NoteInput),
    async (c) => {
      const { uid } = c.req.valid('param')
      const { db, now, language } = c.var
      return c.json(
        await writeNote(db, auditActorOf(c), uid, c.req.valid('json'), now, language),
        201,
      )
    },
  )
  .delete(
    '/admin/users/:uid/notes/:id',
    adminWrite('deleteAdminUserNote', 'refused: not_found', null),
    summary('Delete a note about a user. Admins can delete their own notes, owners can delete all'),
    param(z.object({ uid: pathId, id: pathId })),
    (c) => done(c, byAdmin(c, deleteNote, c.req.valid('param'))),
  )
  .get(
    '/admin/profile-reviews',
    adminRead('listAdminProfileReviews', listOf(ProfileReviewShape)),
    summary('List pending profile changes, oldest first'),
    query(z.object(pageQuery)),
    async (c) =>
      c.json(
        await c.var.db.read(pendingReviews(pageRequest(c.req.valid('query')), c.var.language)),
      ),
  )
  .post(
    '/admin/profile-reviews/:id/approve',
    adminWrite('approveAdminProfileReview', 'refused: invalid_transition', DecidedReviewShape),
    summary('Approve a profile change'),
    changes(),
    idParam,
    async (c) => {
      return c.json(
        asDecidedReview(await byAdmin(c, approveProfile, c.req.valid('param').id), c.var.language),
      )
    },
  )
  .post(
    '/admin/profile-reviews/:id/reject',
    adminWrite('rejectAdminProfileReview', 'refused: invalid_transition', DecidedReviewShape),
    summary('Reject a profile change and refund its cost'),
    idParam,
    json(z.object({ reason: line({ max: PROFILE_REASON_MAX }).optional() })),
    async (c) => {
      const reason = c.req.valid('json').reason || null
      const review = await byAdmin(c, rejectProfile, c.req.valid('param').id, reason)
      return c.json(asDecidedReview(review, c.var.language))
    },
  )

export const adminPeoplePages = new Hono<AppEnv>()
  .get(
    PAGES.people.href,
    PAGES.people.guard,
    pageFilters({ ...PEOPLE_FILTERS, invited_by: searchInput }),
    async (c) => {
      const { db, language } = c.var
      const { cursor, ...asked } = c.req.valid('query')
      const search = { ...asked, ...(await uidsOf(db, { invited_by: asked.invited_by })) }
      const people = peoplePage(search, pageRequest({ cursor }), language)
      return showAdminPage(c, { name: 'people' }, { people }, (read) => (
        <PeopleView {...read} asked={asked} />
      ))
    },
  )
  .get('/admin/users/:uid', admin, pageUid, async (c) => {
    const { db, viewer, language, now } = c.var
    const { waiting, ...file } = await personFile(
      db,
      viewer,
      c.req.valid('param').uid,
      now,
      language,
    )
    const about = { name: 'people', title: file.person.display_name, lead: null } as const
    return adminPageOf(c, about, waiting, <PersonView {...{ file, viewer, language }} />)
  })
  .get(
    PAGES.profiles.href,
    PAGES.profiles.guard,
    query(z.object({ cursor: pageQuery.cursor })),
    (c) => {
      const reviews = pendingReviews(pageRequest(c.req.valid('query')), c.var.language)
      return showAdminPage(c, { name: 'profiles' }, { reviews }, ProfileReviewsView)
    },
  )
