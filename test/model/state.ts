/** An application that logs in with accounts of the site. */
export interface App {
  id: number
  clientId: string
  secret: string
}

export interface Grant {
  app: number
  user: number
  scopes: string
  code: string
  isExchanged: boolean
  expiresAt: number
  tokens: { kind: TokenKind; text: string; expiresAt: number; isUsed: boolean }[]
}

export type TokenKind = 'access' | 'refresh'

export interface Invitation {
  creator: number
  uses: number
  /** The people who registered with it. */
  joined: number[]
  expiresAt: number
  isRevoked: boolean
}

/** The password of every new account. */
export const PASSWORD = 'correct horse battery staple'

export type Role = 'user' | 'admin' | 'owner'
export type Switch = 'comment' | 'reply' | 'like' | 'follow'
export type PostStatus = 'draft' | 'pending' | 'approved' | 'rejected' | 'locked'

export interface Series {
  id: number
  owner: number
  version: number
  /** In their order, in every status. */
  posts: number[]
  followers: Set<number>
}

export interface Comment {
  id: number
  post: number
  root: number | null
  author: number
  body: string
  at: number
  isDeleted: boolean
  likes: Set<number>
  /** Users who have had a notice of it. */
  notified: Set<number>
  mentioned: number[]
  /** Mentions that were ever added to it. */
  mentionsMade: number
}

export interface Folder {
  id: number
  owner: number
  isPublic: boolean
  isDefault: boolean
  posts: Set<number>
}

export interface Notice {
  /** Known once its user has opened the inbox. */
  id?: number
  to: number
  kind: string
  about: number | null
  by: number | null
  isRead: boolean
  /** The event of a system notice, or the day of likes. */
  detail: string
}

export interface Report {
  by: number
  kind: 'post' | 'comment' | 'user'
  id: number
  subject: number
  /** The title of the post or the text of the comment at the time of the report. Null for users. */
  said: string | null
  day: string
  isOpen: boolean
}

/** A second, naive implementation: plain maps, no SQL, no code of `src`. Can be cloned. */
export type Site = ReturnType<typeof emptySite>

export function emptySite(now: number) {
  return {
    /** Start of the history. */
    start: now,
    now,
    audit: false,
    /** Posts by newcomers are reviewed. */
    newcomers: false,
    commentsOn: true,
    /** Registration needs a solved challenge. */
    challenged: false,
    /** The newest solved challenge. */
    proof: null as { at: number; isSpent: boolean } | null,
    people: new Map<number, Person>(),
    posts: new Map<number, Post>(),
    comments: new Map<number, Comment>(),
    folders: new Map<number, Folder>(),
    notices: [] as Notice[],
    /** `follower>followed` and `blocker>blocked`. */
    follows: new Set<string>(),
    blocks: new Set<string>(),
    /** Of some posts of this history only. */
    tag: '',
    /** Users who follow the tag. */
    tagFollowers: new Set<number>(),
    /** Cadences by `reader>author`. */
    letters: new Map<string, string>(),
    series: new Map<number, Series>(),
    /** New parts that the followers of their series have no notice of: series by post. */
    news: new Map<number, number>(),
    /** Open and closed, in the order of creation. */
    reports: [] as Report[],
    ledger: [] as { uid: number; amount: number; reason: string }[],
    /** By code. */
    invitations: new Map<string, Invitation>(),
    /** Keys of the login providers. */
    providers: [] as string[],
    apps: new Map<number, App>(),
    /** Scopes by `user>application`. */
    consents: new Map<string, Set<string>>(),
    /** Live logins to applications. */
    grants: [] as Grant[],
    /** Every code and token that an application ever got. */
    issued: [] as { kind: 'code' | TokenKind; text: string; app: App }[],
  }
}

interface FirstFacts {
  email: string
  username: string | null
  exp: number
  role: Role
  /** The time of the registration. */
  since: number
  /** Null without a password. */
  password?: string | null
  /** The address is proven by a link, or a provider asserted it. */
  isVerified?: boolean
}

export type Person = ReturnType<typeof personNamed>

export function personNamed(
  uid: number,
  { password = PASSWORD, isVerified = false, ...facts }: FirstFacts,
) {
  return {
    uid,
    password,
    isVerified,
    ...facts,
    /** The address is proven by a link. */
    isProven: false,
    /** Connected identities: subject by provider. */
    identities: new Map<string, string>(),
    signature: '',
    isBanned: false,
    /** When the cron lifts the ban; null if an admin must lift it. */
    banEnds: null as number | null,
    isSilenced: false,
    silenceEnds: null as number | null,
    /** The number of bans and unbans. Each one ends all sessions. */
    statusChanges: 0,
    tasks: new Set<string>(),
    checkIns: new Set<string>(),
    /** Exp from energizing, by day. */
    energizeExp: new Map<string, number>(),
    review: null as {
      id: number
      username: string | null
      signature: string | null
      cost: number
    } | null,
    off: new Set<Switch>(),
    zones: { time_zone: null as string | null, browser_time_zone: null as string | null },
    listsArePublic: true,
    upheld: 0,
    turnedDown: 0,
  }
}

export type Post = ReturnType<typeof newPost>

export function newPost(
  id: number,
  author: number,
  status: PostStatus,
  title: string,
  publishAt: number | null,
  importKey: string | null = null,
) {
  return {
    id,
    author,
    status,
    title,
    publishAt,
    importKey,
    lockedFrom: null as PostStatus | null,
    /** It was public at some time. */
    wasPublic: status === 'approved',
    publishedAt: null as number | null,
    isTagged: false,
    version: 1,
    /** Edited after approval while review was on, and not yet checked by an admin. */
    isUnseen: false,
    /**
     * A time without effect, unless `waits`: then an approval before the time schedules the post.
     */
    plan: null as number | null,
    waits: false,
    /** The version that an admin approved before its time. */
    passed: null as number | null,
    /** An approval together with others, which can be taken back. */
    held: null as { by: number; batch: string; dueAt: number } | null,
    /** Null unless deleted. */
    deletedAt: null as number | null,
    isInBin: false,
    /** User and day. */
    likes: new Map<number, string>(),
    /**
     * Users whose like sends no notice, because one of the two blocked the other when it was given.
     */
    quietly: new Set<number>(),
    dislikes: new Set<number>(),
    energy: new Map<number, number>(),
    /** The number of likes per day that the author has notices of. */
    notified: new Map<string, number>(),
  }
}

/** The calendar day in Shanghai, which is always eight hours ahead of UTC. */
export function dayOf(moment: number): string {
  return new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10)
}

export function found<Thing>(things: Map<number, Thing>, id: number): Thing {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`the model has no ${id}`)
  return thing
}

/** A silence is over at its end, also if the cron has not run. */
export const isSilent = ({ people, now }: Site, uid: number): boolean => {
  const { isSilenced, silenceEnds } = found(people, uid)
  return isSilenced && (silenceEnds === null || silenceEnds > now)
}

export const ownerIn = ({ people }: Site): number | null =>
  [...people.values()].find(({ role }) => role === 'owner')?.uid ?? null

export const isAdmin = ({ role }: Person): boolean => role !== 'user'
export const isPublic = ({ status, deletedAt }: Post): boolean =>
  status === 'approved' && deletedAt === null
/** Visible to its author, or restorable from the bin. */
export const isRestorable = ({ deletedAt, isInBin }: Post): boolean => deletedAt === null || isInBin
