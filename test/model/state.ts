/** A second, naive implementation: plain maps, no SQL, no code of `src`. Can be cloned. */
export interface Site {
  /** Start of the history. */
  start: number
  now: number
  audit: boolean
  /** Posts by newcomers are reviewed. */
  newcomers: boolean
  commentsOn: boolean
  /** Registration needs a solved challenge. */
  challenged: boolean
  /** The newest solved challenge. */
  proof: { at: number; isSpent: boolean } | null
  people: Map<number, Person>
  posts: Map<number, Post>
  comments: Map<number, Comment>
  folders: Map<number, Folder>
  notices: Notice[]
  /** `follower>followed` and `blocker>blocked`. */
  follows: Set<string>
  blocks: Set<string>
  /** Of some posts of this history only. */
  tag: string
  /** Users who follow the tag. */
  tagFollowers: Set<number>
  /** Cadences by `reader>author`. */
  letters: Map<string, string>
  series: Map<number, Series>
  /** New parts that the followers of their series have no notice of: series by post. */
  news: Map<number, number>
  /** Open and closed, in the order of creation. */
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

export interface Person {
  uid: number
  email: string
  /** Null without a password. */
  password: string | null
  /** The address is proven by a link, or a provider asserted it. */
  isVerified: boolean
  /** The address is proven by a link. */
  isProven: boolean
  /** Connected identities: subject by provider. */
  identities: Map<string, string>
  username: string | null
  signature: string
  exp: number
  role: Role
  isBanned: boolean
  /** When the cron lifts the ban; null if an admin must lift it. */
  banEnds: number | null
  isSilenced: boolean
  silenceEnds: number | null
  /** The number of bans and unbans. Each one ends all sessions. */
  statusChanges: number
  tasks: Set<string>
  checkIns: Set<string>
  /** The time of the registration. */
  since: number
  /** Exp from energizing, by day. */
  energizeExp: Map<string, number>
  review: { id: number; username: string | null; signature: string | null; cost: number } | null
  off: Set<Switch>
  zones: { time_zone: string | null; browser_time_zone: string | null }
  listsArePublic: boolean
  upheld: number
  turnedDown: number
}

export interface Post {
  id: number
  author: number
  status: PostStatus
  lockedFrom: PostStatus | null
  /** It was public at some time. */
  wasPublic: boolean
  publishedAt: number | null
  title: string
  isTagged: boolean
  version: number
  /** Edited after approval while review was on, and not yet checked by an admin. */
  isUnseen: boolean
  publishAt: number | null
  /** A time without effect, unless `waits`: then an approval before the time schedules the post. */
  plan: number | null
  waits: boolean
  /** The version that an admin approved before its time. */
  passed: number | null
  importKey: string | null
  /** An approval together with others, which can be taken back. */
  held: { by: number; batch: string; dueAt: number } | null
  /** Null unless deleted. */
  deletedAt: number | null
  isInBin: boolean
  /** User and day. */
  likes: Map<number, string>
  /** Users whose like sends no notice, because one of the two blocked the other when it was given. */
  quietly: Set<number>
  dislikes: Set<number>
  energy: Map<number, number>
  /** The number of likes per day that the author has notices of. */
  notified: Map<string, number>
}

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

export function emptySite(now: number): Site {
  return {
    start: now,
    now,
    audit: false,
    newcomers: false,
    commentsOn: true,
    ...{ challenged: false, proof: null },
    ...{ people: new Map(), posts: new Map(), comments: new Map(), folders: new Map() },
    ...{
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
    },
    ...{ providers: [], apps: new Map(), consents: new Map(), grants: [], issued: [] },
  }
}

type FirstFacts = Pick<Person, 'email' | 'username' | 'exp' | 'role' | 'since'> &
  Partial<Pick<Person, 'password' | 'isVerified'>>

export function personNamed(uid: number, facts: FirstFacts): Person {
  return {
    uid,
    ...{ password: PASSWORD, isVerified: false, isProven: false, identities: new Map() },
    ...facts,
    signature: '',
    ...{ isBanned: false, banEnds: null, isSilenced: false, silenceEnds: null, statusChanges: 0 },
    ...{ tasks: new Set(), checkIns: new Set(), energizeExp: new Map(), review: null, off: new Set() },
    zones: { time_zone: null, browser_time_zone: null },
    ...{ listsArePublic: true, upheld: 0, turnedDown: 0 },
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

export const isAdmin = ({ role }: Person): boolean => role !== 'user'
export const isPublic = ({ status, deletedAt }: Post): boolean => status === 'approved' && deletedAt === null
/** Visible to its author, or restorable from the bin. */
export const isRestorable = ({ deletedAt, isInBin }: Post): boolean => deletedAt === null || isInBin
