import { userPath } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import { isAdmin } from '#kernel/roles.ts'
import type { IconName } from '#web/components/elements.tsx'

// Views import it from here, beside the other links.
export { userPath }

export type Destination = keyof ShellText['nav']

/** The links of each part of the shell, in display order. */
const GROUPS = {
  /** Below the navigation of the site, in the menu of visitors. */
  narrow: ['history', 'help', 'login'],
  menu: ['space', 'favorites', 'history', 'studio', 'settings', 'help', 'admin'],
  footer: ['posts', 'tags', 'help', 'moderation', 'feed', 'apiDocs'],
} satisfies Record<string, Destination[]>

interface Target {
  path: string | ((viewer: Viewer) => string)
  icon: IconName
  onlyFor?: (viewer: Viewer | null) => boolean
}

const TARGETS: Record<Destination, Target> = {
  login: { path: '/login', icon: 'person' },
  register: { path: '/register', icon: 'person' },
  search: { path: '/search', icon: 'search' },
  write: { path: '/studio/write', icon: 'pen' },
  messages: { path: '/messages', icon: 'bell' },
  space: { path: ({ uid }) => userPath(uid), icon: 'person' },
  favorites: { path: ({ uid }) => `${userPath(uid)}?tab=favorites`, icon: 'bookmark' },
  studio: { path: '/studio', icon: 'studio' },
  settings: { path: '/settings', icon: 'settings' },
  admin: { path: '/admin', icon: 'shield', onlyFor: isAdmin },
  posts: { path: '/posts', icon: 'page' },
  tags: { path: '/tags', icon: 'bullets' },
  history: { path: '/history', icon: 'clock' },
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

/** A link of the navigation. Null if the viewer has no access to the page. */
export function linkTo(name: Destination, viewer: Viewer | null): NavigationLink | null {
  const { path, icon, onlyFor } = TARGETS[name]
  if (onlyFor?.(viewer) === false) return null
  if (typeof path === 'string') return { name, href: path, icon }
  return viewer === null ? null : { name, href: path(viewer), icon }
}
