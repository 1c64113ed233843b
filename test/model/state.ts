/** A second, naive site: plain maps, no SQL, nothing of the code of the first. Everything in it can be cloned. */
export interface Site {
  /** When its history began. */
  start: number
  now: number
  audit: boolean
  commentsOn: boolean
  people: Map<number, Person>
  posts: Map<number, Post>
  comments: Map<number, Comment>
  folders: Map<number, Folder>
  notices: Notice[]
  /** `follower>followed` and `blocker>blocked`. */
  follows: Set<string>
  blocks: Set<string>
  /** Open and closed, in the order they were made. */
  reports: Report[]
  ledger: { uid: number; amount: number; reason: string }[]
}

export type Role = 'user' | 'admin' | 'owner'
export type Switch = 'comment' | 'reply' | 'like' | 'follow'
export type PostStatus = 'draft' | 'pending' | 'approved' | 'rejected' | 'locked'

export interface Person {
  uid: number
  email: string
  username: string | null
  signature: string
  exp: number
  role: Role
  isBanned: boolean
  /** How often that began or ended: each time their sessions end. */
  statusChanges: number
  tasks: Set<string>
  checkIns: Set<string>
  /** Exp by energizing, by day. */
  energizeExp: Map<string, number>
  review: { id: number; username: string | null; signature: string | null; cost: number } | null
  off: Set<Switch>
  listsArePublic: boolean
  upheld: number
  turnedDown: number
}

export interface Post {
  id: number
  author: number
  status: PostStatus
  lockedFrom: PostStatus | null
  title: string
  version: number
  /** Edited after its approval while review was on, and no admin has looked. */
  isUnseen: boolean
  publishAt: number | null
  /** Null while it stands. */
  deletedAt: number | null
  isInBin: boolean
  /** Who, and on which day. */
  likes: Map<number, string>
  /** Those whose like the author is not told of, as one of the two blocked the other when it was given. */
  quietly: Set<number>
  dislikes: Set<number>
  energy: Map<number, number>
  /** How many likes of a day the author was told of. */
  told: Map<string, number>
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
  /** Who has had a notice of it. */
  told: Set<number>
}

export interface Folder {
  id: number
  owner: number
  isPublic: boolean
  isDefault: boolean
  posts: Set<number>
}

export interface Notice {
  /** Known once its owner has opened the inbox. */
  id?: number
  to: number
  kind: string
  about: number | null
  by: number | null
  isRead: boolean
  /** Of a system notice what happened; of likes the day. */
  detail: string
}

export interface Report {
  by: number
  kind: 'post' | 'comment' | 'user'
  id: number
  subject: number
  day: string
  isOpen: boolean
}

export function emptySite(now: number): Site {
  return {
    start: now,
    now,
    audit: false,
    commentsOn: true,
    ...{ people: new Map(), posts: new Map(), comments: new Map(), folders: new Map() },
    ...{ notices: [], follows: new Set(), blocks: new Set(), reports: [], ledger: [] },
  }
}

export function personNamed(uid: number, facts: Pick<Person, 'email' | 'username' | 'exp' | 'role'>): Person {
  return {
    uid,
    ...facts,
    signature: '',
    ...{ isBanned: false, statusChanges: 0 },
    ...{ tasks: new Set(), checkIns: new Set(), energizeExp: new Map(), review: null, off: new Set() },
    ...{ listsArePublic: true, upheld: 0, turnedDown: 0 },
  }
}

/** The calendar day in Shanghai, which is eight hours ahead of UTC all year. */
export function dayOf(moment: number): string {
  return new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10)
}

export function found<Thing>(things: Map<number, Thing>, id: number): Thing {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`the model has no ${id}`)
  return thing
}

export const isAdmin = ({ role }: Person): boolean => role !== 'user'
export const isPublic = ({ status, deletedAt }: Post): boolean => status === 'approved' && deletedAt === null
