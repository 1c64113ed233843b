import { isAdmin, type Viewer } from '#features/people/viewer.ts'
import type { IconName } from '#web/components/icon.tsx'
import type { ShellText } from '#web/text.ts'

export type Destination = keyof ShellText['nav']

/** What can be visited today. A feature that lands adds its word here, and its links appear all over the shell. */
const BUILT: readonly Destination[] = [
  'login',
  'register',
  'search',
  'messages',
  'space',
  'studio',
  'write',
  'settings',
  'admin',
  'posts',
  'help',
  'moderation',
  'feed',
  'apiDocs',
]

/** The links of each part of the shell, in the order they are shown. */
const GROUPS = {
  top: ['posts'],
  menu: ['space', 'studio', 'settings', 'admin'],
  footer: ['help', 'moderation', 'feed', 'apiDocs'],
} satisfies Record<string, Destination[]>

interface Place {
  path: string | ((viewer: Viewer) => string)
  icon: IconName
  onlyFor?: (viewer: Viewer | null) => boolean
}

const PLACES: Record<Destination, Place> = {
  login: { path: '/login', icon: 'person' },
  register: { path: '/register', icon: 'person' },
  search: { path: '/search', icon: 'search' },
  write: { path: '/studio/write', icon: 'pen' },
  messages: { path: '/messages', icon: 'bell' },
  space: { path: ({ uid }) => personPath(uid), icon: 'person' },
  studio: { path: '/studio', icon: 'studio' },
  settings: { path: '/settings', icon: 'settings' },
  admin: { path: '/admin', icon: 'shield', onlyFor: isAdmin },
  posts: { path: '/posts', icon: 'page' },
  help: { path: '/help', icon: 'help' },
  moderation: { path: '/moderation', icon: 'shield' },
  feed: { path: '/feed.xml', icon: 'feed' },
  apiDocs: { path: '/api/docs', icon: 'code' },
}

export interface NavigationLink {
  name: Destination
  href: string
  icon: IconName
}

export function linksOf(group: keyof typeof GROUPS, viewer: Viewer | null): NavigationLink[] {
  return GROUPS[group].flatMap((name) => linkTo(name, viewer) ?? [])
}

/** Where a person is to be met. */
export const personPath = (uid: number) => `/space/${uid}`

/** Where somebody anonymous logs in, to come back to what they wanted. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

/** Null where the page is not there yet, or not for this person. */
export function linkTo(name: Destination, viewer: Viewer | null): NavigationLink | null {
  const { path, icon, onlyFor } = PLACES[name]
  if (!BUILT.includes(name) || onlyFor?.(viewer) === false) return null
  if (typeof path === 'string') return { name, href: path, icon }
  return viewer === null ? null : { name, href: path(viewer), icon }
}
