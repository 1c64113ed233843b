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
export interface Site {
  /** The start of the history. */
  start: number
  now: number
  /** Whether every post is reviewed. */
  audit: boolean
  /** Whether posts by newcomers are reviewed. */
  newcomers: boolean
  commentsOn: boolean
  /** Whether registration needs a solved challenge. */
  challenged: boolean
  /** The newest solved challenge. */
  proof: { at: number; isSpent: boolean } | null
  people: Map<number, Person>
  posts: Map<number, Post>
  comments: Map<number, Comment>
  folders: Map<number, Folder>
  notices: Notice[]
  /** Each follow as `follower>followed`. */
  follows: Set<string>
  /** Each block as `blocker>blocked`. */
  blocks: Set<string>
  /** The tag of some posts of this history, which no other history uses. */
  tag: string
  /** Users who follow the tag. */
  tagFollowers: Set<number>
  /** Cadences by `reader>author`. */
  letters: Map<string, string>
  series: Map<number, Series>
  /** New parts without a notice to the followers of their series: the series by post. */
  news: Map<number, number>
  /** Open and closed reports, in the order of creation. */
  reports: Report[]
  ledger: { uid: number; amount: number; reason: string }[]
  /** By code. */
  invitations: Map<string, Invitation>
  /** Keys of the login providers. */
  providers: string[]
  apps: Map<number, App>
  /** Scopes by `user>application`. */
  consents: Map<string, Set<string>>
  /** Live logins to applications. */
  grants: Grant[]
  /** Every code and token that an application ever got. */
  issued: { kind: 'code' | TokenKind; text: string; app: App }[]
}

export function emptySite(now: number): Site {
  return {
    start: now,
    now,
    audit: false,
    newcomers: false,
    commentsOn: true,
    challenged: false,
    proof: null,
    people: new Map(),
    posts: new Map(),
    comments: new Map(),
    folders: new Map(),
    notices: [],
    follows: new Set(),
    blocks: new Set(),
    tag: '',
    tagFollowers: new Set(),
    letters: new Map(),
    series: new Map(),
    news: new Map(),
    reports: [],
    ledger: [],
    invitations: new Map(),
    providers: [],
    apps: new Map(),
    consents: new Map(),
    grants: [],
    issued: [],
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

export interface Person extends Required<FirstFacts> {
  uid: number
  /** Whether the address is proven by a link. */
  isProven: boolean
  /** Connected identities: subject by provider. */
  identities: Map<string, string>
  signature: string
  isBanned: boolean
  /** When the cron lifts the ban; null if an admin must lift it. */
  banEnds: number | null
  isSilenced: boolean
  silenceEnds: number | null
  /** The number of bans and unbans. Each one ends all sessions. */
  statusChanges: number
  tasks: Set<string>
  /** The days of the check-ins. */
  checkIns: Set<string>
  /** Exp from energizing, by day. */
  energizeExp: Map<string, number>
  /** A profile change that waits for review. */
  review: { id: number; username: string | null; signature: string | null; cost: number } | null
  /** The notification switches that are off. */
  off: Set<Switch>
  zones: { time_zone: string | null; browser_time_zone: string | null }
  listsArePublic: boolean
  /** The number of their reports that were confirmed. */
  upheld: number
  /** The number of their reports that were rejected. */
  turnedDown: number
}

export function personNamed(
  uid: number,
  { password = PASSWORD, isVerified = false, ...facts }: FirstFacts,
): Person {
  return {
    uid,
    password,
    isVerified,
    ...facts,
    isProven: false,
    identities: new Map(),
    signature: '',
    isBanned: false,
    banEnds: null,
    isSilenced: false,
    silenceEnds: null,
    statusChanges: 0,
    tasks: new Set(),
    checkIns: new Set(),
    energizeExp: new Map(),
    review: null,
    off: new Set(),
    zones: { time_zone: null, browser_time_zone: null },
    listsArePublic: true,
    upheld: 0,
    turnedDown: 0,
  }
}

export interface Post {
  id: number
  author: number
  status: PostStatus
  title: string
  publishAt: number | null
  importKey: string | null
  /** The status before a lock. */
  lockedFrom: PostStatus | null
  /** Whether it was public at some time. */
  wasPublic: boolean
  publishedAt: number | null
  isTagged: boolean
  version: number
  /** Whether it was edited after approval while review was on, and not yet checked by an admin. */
  isUnseen: boolean
  /** A time without effect, unless `waits` is set. */
  plan: number | null
  /** Whether an approval before the planned time schedules the post. */
  waits: boolean
  /** The version that an admin approved before its time. */
  passed: number | null
  /** An approval together with others, which can be undone. */
  held: { by: number; batch: string; dueAt: number } | null
  /** Null unless deleted. */
  deletedAt: number | null
  isInBin: boolean
  /** The day of the like, by user. */
  likes: Map<number, string>
  /** Users whose like sends no notice, because one of the two blocked the other at that time. */
  quietly: Set<number>
  dislikes: Set<number>
  /** The given energy, by user. */
  energy: Map<number, number>
  /** The number of likes per day that the author has notices of. */
  notified: Map<string, number>
}

export function newPost(
  id: number,
  author: number,
  status: PostStatus,
  title: string,
  publishAt: number | null,
  importKey: string | null = null,
): Post {
  return {
    id,
    author,
    status,
    title,
    publishAt,
    importKey,
    lockedFrom: null,
    wasPublic: status === 'approved',
    publishedAt: null,
    isTagged: false,
    version: 1,
    isUnseen: false,
    plan: null,
    waits: false,
    passed: null,
    held: null,
    deletedAt: null,
    isInBin: false,
    likes: new Map(),
    quietly: new Set(),
    dislikes: new Set(),
    energy: new Map(),
    notified: new Map(),
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
