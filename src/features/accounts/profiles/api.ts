import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { changeProfile, ProfileInput, setAvatar } from '#features/accounts/profiles/change.ts'
import {
  AuditStatusShape,
  AvatarShape,
  ChangedShape,
  pendingReview,
  SubmittedAvatarShape,
  SubmittedShape,
} from '#features/accounts/profiles/review.ts'
import { asMe, imageUrl } from '#features/core/people/user-ref.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { AVATAR_SIDE } from '#kernel/image-widths.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { uploadedFile } from '#web/uploads/upload.ts'
import { json } from '#web/validation/validate.ts'

export const profilesApi = new Hono<AppEnv>()
  .put(
    '/settings/profile',
    write('updateProfile', { tag: 'settings', repeat: 'adds' }),
    member,
    changes(),
    doc(
      'Update your username and signature. If profile review is on, the change waits for an admin, and the response has its review',
      { 200: ChangedShape, 202: SubmittedShape },
      'username_taken',
      'energy_negative',
      'review_pending',
      'silenced',
    ),
    json(ProfileInput),
    async (c) => {
      const { viewer, review } = await changeProfile(
        c.var.db,
        c.var.viewer,
        c.req.valid('json'),
        c.var.now,
      )
      return c.json({ user: asMe(viewer, c.var.language), review }, review === null ? 200 : 202)
    },
  )
  .post(
    '/settings/avatar',
    write('uploadAvatar', { tag: 'settings', repeat: 'adds' }),
    member,
    changes(),
    doc(
      `Upload an avatar. It is cropped to a square of ${AVATAR_SIDE} pixels. If profile review is on, the avatar waits for an admin, and the response has its review`,
      { 200: AvatarShape, 202: SubmittedAvatarShape },
      'review_pending',
      'quota_exceeded',
      'image_invalid',
      'image_too_many_pixels',
      'silenced',
    ),
    uploadedFile,
    async (c) => {
      const { key, review } = await setAvatar(
        c.var.db,
        c.var.compute,
        c.env.IMAGES,
        c.var.viewer,
        c.var.file,
        c.var.now,
      )
      const changed = { avatar_url: imageUrl(key) }
      return review === null ? c.json(changed) : c.json({ ...changed, review }, 202)
    },
  )
  .get(
    '/settings/audit-status',
    read('getAuditStatus', { tag: 'settings' }),
    signedIn,
    doc('Get your pending profile change, and whether profile changes are reviewed', {
      200: AuditStatusShape,
    }),
    async (c) => {
      const { db, viewer } = c.var
      return c.json(
        await db.read({
          audit_enabled: settingOf('audit.enabled'),
          review: pendingReview(viewer.uid),
        }),
      )
    },
  )
