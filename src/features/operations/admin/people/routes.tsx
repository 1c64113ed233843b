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
import { auditActorOf } from '#features/core/site/audit-log.ts'
import {
  idFilter,
  ignoringInvalid,
  REASON_MAX,
  reasonInput,
  restrictionDays,
  searchInput,
  uidsOf,
} from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { adminPageOf, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { AdminUserShape, asAdminUser, PEOPLE_FILTERS, peoplePage } from '#features/operations/admin/people/list.ts'
import { AdminPersonShape, personFile } from '#features/operations/admin/people/person.ts'
import { adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import { PeopleView } from '#features/operations/admin/people/views.tsx'
import { PersonView } from '#features/operations/admin/people/views-person.tsx'
import { ProfileReviewsView } from '#features/operations/admin/people/views-profile-reviews.tsx'
import { hideAll, restoreAll } from '#features/operations/hiding/hide.ts'
import { contentChanged } from '#features/operations/hiding/http/content-changed.ts'
import { deleteNote, listNotes, NoteInput, UserNoteShape, writeNote } from '#features/operations/notes/notes.ts'
import { line } from '#kernel/fields.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { admin, adminPage, owner } from '#web/guards/guards.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import {
  idParam,
  json,
  pageParam,
  pageQuery,
  pageRequest,
  param,
  pathId,
  query,
  uidParam,
} from '#web/validation/validate.ts'

const PeopleQuery = z.object({ ...PEOPLE_FILTERS, invited_by: idFilter, ...pageQuery })
const ResetLinkShape = z.object({ url: z.string(), expires_at: z.iso.datetime() })
const Restriction = { reason: line({ max: REASON_MAX }).optional(), days: restrictionDays }
const StatusInput = z.object({ status: z.enum(['active', 'banned']), ...Restriction })
const SilenceInput = z.object({ silenced: z.boolean(), ...Restriction })
const HideInput = z.object({ reason: reasonInput, days: restrictionDays })
const noteParam = param(z.object({ uid: pathId, id: pathId }))

export const adminPeopleApi = new Hono<AppEnv>()
  .get(
    '/admin/users',
    read('listAdminUsers', { tag: 'admin' }),
    admin,
    doc('List users', { 200: listOf(AdminUserShape) }),
    query(PeopleQuery),
    async (c) => {
      const search = c.req.valid('query')
      return c.json(await c.var.db.read(peoplePage(search, pageRequest(search), c.var.language)))
    },
  )
  .get(
    '/admin/users/:uid',
    read('getAdminUser', { tag: 'admin' }),
    admin,
    uidParam,
    doc('Get a user', { 200: AdminPersonShape }, 'not_found'),
    async (c) => {
      const { db, viewer, now, language } = c.var
      const file = await personFile(db, viewer, c.req.valid('param').uid, now, language)
      return c.json(file.person)
    },
  )
  .put(
    '/admin/users/:uid/status',
    write('updateAdminUserStatus', { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    changes(),
    uidParam,
    doc(
      'Ban or unban a user, optionally for some days; a ban ends all sessions',
      { 200: AdminUserShape },
      'invalid_transition',
      'not_found',
    ),
    json(StatusInput),
    async (c) => {
      const { reason, ...change } = c.req.valid('json')
      const { uid } = c.req.valid('param')
      return c.json(
        asAdminUser(
          await setStatus(c.var.db, auditActorOf(c), uid, { ...change, reason: reason || null }, c.var.now),
          c.var.language,
        ),
      )
    },
  )
  .put(
    '/admin/users/:uid/silence',
    write('updateAdminUserSilence', { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    uidParam,
    doc(
      'Silence a user or lift the silence; a silenced user can read and react, but not publish',
      { 200: AdminUserShape },
      'invalid_transition',
      'not_found',
    ),
    json(SilenceInput),
    async (c) => {
      const { reason, ...change } = c.req.valid('json')
      const { uid } = c.req.valid('param')
      const person = await setSilence(c.var.db, auditActorOf(c), uid, { ...change, reason: reason || null }, c.var.now)
      return c.json(asAdminUser(person, c.var.language))
    },
  )
  .post(
    '/admin/users/:uid/hide',
    write('hideAdminUserContent', { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    uidParam,
    doc(
      'Ban a user and hide all their posts and comments; large accounts are continued in the background',
      { 200: AdminPersonShape },
      'invalid_transition',
      'not_found',
    ),
    json(HideInput),
    async (c) => {
      const { uid } = c.req.valid('param')
      contentChanged(c, await hideAll(c.var.db, auditActorOf(c), uid, c.req.valid('json'), c.var.now))
      return c.json((await personFile(c.var.db, c.var.viewer, uid, c.var.now, c.var.language)).person)
    },
  )
  .delete(
    '/admin/users/:uid/hide',
    write('restoreAdminUserContent', { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    uidParam,
    doc(
      'Undo “ban and hide”: restore what it hid and lift its ban',
      { 200: AdminPersonShape },
      'invalid_transition',
      'not_found',
    ),
    async (c) => {
      const { uid } = c.req.valid('param')
      contentChanged(c, await restoreAll(c.var.db, auditActorOf(c), uid, c.var.now))
      return c.json((await personFile(c.var.db, c.var.viewer, uid, c.var.now, c.var.language)).person)
    },
  )
  .put(
    '/admin/users/:uid/role',
    write('updateAdminUserRole', { tag: 'admin', repeat: 'idempotent', fresh: true }),
    owner,
    uidParam,
    doc(
      'Change the role of a user; the last owner cannot be demoted',
      { 200: AdminUserShape },
      'invalid_transition',
      'not_found',
    ),
    json(AdminUserShape.pick({ role: true })),
    async (c) => {
      const { uid } = c.req.valid('param')
      const person = await setRole(c.var.db, auditActorOf(c), uid, c.req.valid('json').role, c.var.now)
      return c.json(asAdminUser(person, c.var.language))
    },
  )
  .post(
    '/admin/users/:uid/reset-link',
    write('createAdminUserResetLink', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    uidParam,
    doc('Create a password reset link for a user', { 201: ResetLinkShape }, 'not_found'),
    async (c) => {
      const { uid } = c.req.valid('param')
      return c.json(await resetLinkFor(c.var.db, auditActorOf(c), uid, mailOrigin(c).site, c.var.now), 201)
    },
  )
  .delete(
    '/admin/users/:uid/second-factor',
    write('deleteAdminUserSecondFactor', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    sendsMail,
    uidParam,
    doc('Remove two-step verification and all passkeys of a user', { 204: null }, 'not_found'),
    async (c) => {
      const { uid } = c.req.valid('param')
      await removeSecondFactor(c.var.db, auditActorOf(c), uid, mailOrigin(c), c.var.now)
      return c.body(null, 204)
    },
  )
  .get(
    '/admin/users/:uid/notes',
    read('listAdminUserNotes', { tag: 'admin' }),
    admin,
    uidParam,
    doc('List the notes of admins about a user, newest first', { 200: listOf(UserNoteShape) }, 'not_found'),
    async (c) => {
      const { uid } = c.req.valid('param')
      return c.json({ items: await listNotes(c.var.db, c.var.viewer, uid, c.var.language), next_cursor: null })
    },
  )
  .post(
    '/admin/users/:uid/notes',
    write('createAdminUserNote', { tag: 'admin', repeat: 'adds' }),
    admin,
    uidParam,
    doc(
      'Write a note about a user. Only admins see it, and notes about an admin only owners',
      { 201: UserNoteShape },
      'not_found',
    ),
    json(NoteInput),
    async (c) => {
      const { uid } = c.req.valid('param')
      const { db, now, language } = c.var
      return c.json(await writeNote(db, auditActorOf(c), uid, c.req.valid('json'), now, language), 201)
    },
  )
  .delete(
    '/admin/users/:uid/notes/:id',
    write('deleteAdminUserNote', { tag: 'admin', repeat: 'refused: not_found' }),
    admin,
    noteParam,
    doc('Delete a note. Admins delete their own, owners all', { 204: null }, 'not_found'),
    async (c) => {
      await deleteNote(c.var.db, auditActorOf(c), c.req.valid('param'), c.var.now)
      return c.body(null, 204)
    },
  )
  .get(
    '/admin/profile-reviews',
    read('listAdminProfileReviews', { tag: 'admin' }),
    admin,
    doc('List pending profile changes, oldest first', { 200: listOf(ProfileReviewShape) }),
    query(z.object(pageQuery)),
    async (c) => c.json(await c.var.db.read(pendingReviews(pageRequest(c.req.valid('query')), c.var.language))),
  )
  .post(
    '/admin/profile-reviews/:id/approve',
    write('approveAdminProfileReview', { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    changes(),
    idParam,
    doc('Approve a profile change', { 200: DecidedReviewShape }, 'not_found', 'invalid_transition'),
    async (c) => {
      const review = await approveProfile(c.var.db, auditActorOf(c), c.req.valid('param').id, c.var.now)
      return c.json(asDecidedReview(review, c.var.language))
    },
  )
  .post(
    '/admin/profile-reviews/:id/reject',
    write('rejectAdminProfileReview', { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    idParam,
    doc('Reject a profile change and refund its cost', { 200: DecidedReviewShape }, 'not_found', 'invalid_transition'),
    json(z.object({ reason: line({ max: PROFILE_REASON_MAX }).optional() })),
    async (c) => {
      const reason = c.req.valid('json').reason || null
      const review = await rejectProfile(c.var.db, auditActorOf(c), c.req.valid('param').id, reason, c.var.now)
      return c.json(asDecidedReview(review, c.var.language))
    },
  )

const PeoplePageQuery = z.object({
  ...ignoringInvalid({ ...PEOPLE_FILTERS, invited_by: searchInput }),
  cursor: pageQuery.cursor,
})

export const adminPeoplePages = new Hono<AppEnv>()
  .get(PAGES.people.href, PAGES.people.guard, query(PeoplePageQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const search = { ...asked, ...(await uidsOf(db, { invited_by: asked.invited_by })) }
    const people = peoplePage(search, pageRequest({ cursor }), language)
    const { title } = adminPeopleTexts[language].list
    return showAdminPage(c, { name: 'people', title }, { people }, (read) => <PeopleView {...read} asked={asked} />)
  })
  .get('/admin/users/:uid', adminPage, pageParam(z.object({ uid: pathId })), async (c) => {
    const { db, viewer, language, now } = c.var
    const { waiting, ...file } = await personFile(db, viewer, c.req.valid('param').uid, now, language)
    const about = { name: 'people', title: file.person.display_name } as const
    return adminPageOf(c, about, waiting, <PersonView {...{ file, viewer, language }} />)
  })
  .get(PAGES.profiles.href, PAGES.profiles.guard, query(z.object({ cursor: pageQuery.cursor })), (c) => {
    const reviews = pendingReviews(pageRequest(c.req.valid('query')), c.var.language)
    return showAdminPage(c, { name: 'profiles' }, { reviews }, ProfileReviewsView)
  })
