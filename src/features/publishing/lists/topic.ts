import { sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import type { ListQuery } from '#features/publishing/lists/list.ts'
import { tagNamed } from '#features/publishing/tags/tag-description.ts'
import type { Language } from '#kernel/i18n.ts'

/** The tag and author that a list is limited to; null if the list is not limited or they do not exist. */
export function topicOf({ tag, author }: Pick<ListQuery, 'tag' | 'author'>, language: Language) {
  return {
    tag: tag === undefined ? null : one(tagNamed(tag)),
    author: author === undefined ? null : userWith(author, language),
  }
}

function userWith(uid: number, language: Language): Group<UserRef | null> {
  const user = sql<PublicColumns>`
    SELECT uid, username, avatar_key, exp, status FROM users WHERE uid = ${uid} AND status <> 'deleted'`
  return group({ user: one(user) }, ({ user }) => user && asUserRef(user, language))
}
