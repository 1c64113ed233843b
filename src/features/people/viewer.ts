import type { User } from '#db/schema/people.ts'

/** The signed-in user behind a request, read with the session. Holds no secret: no password hash. */
export type Viewer = Pick<
  User,
  | 'uid'
  | 'username'
  | 'signature'
  | 'avatar_key'
  | 'exp'
  | 'energy'
  | 'role'
  | 'status'
  | 'followers_count'
  | 'following_count'
  | 'followers_public'
  | 'notify_comment'
  | 'notify_reply'
  | 'notify_like'
  | 'notify_follow'
  | 'created_at'
  | 'ban_reason'
  | 'email_verified_at'
  | 'email_unreachable_at'
> & { email: string; checked_in_today: number }

export const isAdmin = (viewer: Pick<Viewer, 'role'> | null): boolean =>
  viewer?.role === 'admin' || viewer?.role === 'owner'

export const isOwner = (viewer: Pick<Viewer, 'role'> | null): boolean => viewer?.role === 'owner'
