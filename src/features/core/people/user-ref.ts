import type { User } from '#db/schema/core.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Me, UserRef } from '#features/core/people/shapes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

export type PublicColumns = Pick<User, 'uid' | 'username' | 'avatar_key' | 'exp' | 'status'>

export function asUserRef(user: PublicColumns, language: Language): UserRef {
  return {
    uid: user.uid,
    username: user.username,
    display_name: displayName(user, language),
    avatar_url: imageUrl(user.avatar_key),
    level: levelOf(user.exp),
  }
}

export function asMe(viewer: Viewer, language: Language): Me {
  const { email, signature, exp, energy, role, status, followers_count, following_count, created_at } = viewer
  const own = { email, signature, exp, energy, role, status, followers_count, following_count, created_at }
  return {
    ...asUserRef(viewer, language),
    ...own,
    email_verified: viewer.email_verified_at !== null,
    followers_public: viewer.followers_public === 1,
    ban: status === 'banned' ? { reason: viewer.ban_reason, ends_at: viewer.ban_ends_at } : null,
    silence: viewer.silenced_at === null ? null : { reason: viewer.silence_reason, ends_at: viewer.silence_ends_at },
  }
}

export function displayName(user: Pick<User, 'uid' | 'username' | 'status'>, language: Language): string {
  if (user.status === 'deleted') return names[language].deleted
  return user.username ?? names[language].unnamed(user.uid)
}

export function imageUrl(key: string): string
export function imageUrl(key: string | null): string | null
export function imageUrl(key: string | null): string | null {
  return key === null ? null : `/images/${key}`
}

const names = bilingual({
  deleted: ['已注销用户', 'Deleted user'],
  unnamed: [(uid: number) => `用户${uid}`, (uid: number) => `User ${uid}`],
})
