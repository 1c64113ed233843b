import type { User } from '#db/schema/people.ts'
import { levelOf } from '#features/people/level.ts'
import type { Me, UserRef } from '#features/people/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

export type PublicColumns = Pick<User, 'uid' | 'username' | 'avatar_key' | 'exp' | 'status'>

export function asUserRef(person: PublicColumns, language: Language): UserRef {
  return {
    uid: person.uid,
    username: person.username,
    display_name: displayName(person, language),
    avatar_url: imageUrl(person.avatar_key),
    level: levelOf(person.exp),
  }
}

export function asMe(viewer: Viewer, language: Language): Me {
  const { email, signature, exp, energy, role, status, followers_count, following_count, created_at } = viewer
  const own = { email, signature, exp, energy, role, status, followers_count, following_count, created_at }
  return { ...asUserRef(viewer, language), ...own, followers_public: viewer.followers_public === 1 }
}

export function displayName(person: Pick<User, 'uid' | 'username' | 'status'>, language: Language): string {
  if (person.status === 'deleted') return names[language].deleted
  return person.username ?? names[language].unnamed(person.uid)
}

export function imageUrl(key: string): string
export function imageUrl(key: string | null): string | null
export function imageUrl(key: string | null): string | null {
  return key === null ? null : `/images/${key}`
}

const names = bilingual({
  'zh-CN': { deleted: '已注销用户', unnamed: (uid: number) => `用户${uid}` },
  en: { deleted: 'Deleted user', unnamed: (uid: number) => `User ${uid}` },
})
