import { identityTexts } from '#features/core/identity/default-identity.ts'
import type { Brand, Identity } from '#features/core/identity/identity.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountMenu, MenuLink } from '#features/core/shell/account-menu.tsx'
import { Mark } from '#features/core/shell/mark.tsx'
import { linksOf, linkTo } from '#features/core/shell/navigation.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { UnreadCount } from '#features/core/shell/unread-count.tsx'
import type { Language } from '#kernel/i18n.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { Icon } from '#web/components/elements.tsx'
import { memoised } from '#web/components/memoised.ts'

export interface TopBarProps {
  viewer: Viewer | null
  language: Language
  text: ShellText
  path: string
  unread: number
  identity: Identity
  brand: Brand
}

export function TopBar({ viewer, language, path, unread, identity, brand }: TopBarProps) {
  return memoizedBar({ viewer, language, path: isInBar(path, viewer) ? path : '', unread, identity, brand })
}

/** Whether a link of the bar is the current page, so that this page needs its own memo entry. */
function isInBar(path: string, viewer: Viewer | null): boolean {
  const links = [...linksOf('top', viewer), ...linksOf('menu', viewer), linkTo('search', viewer)]
  return links.some((link) => link?.href === path)
}

const memoizedBar = memoised<Omit<TopBarProps, 'text'>>((props) => <Bar text={shellTexts[props.language]} {...props} />)

function Bar(props: TopBarProps) {
  const { viewer, language, text, path, identity, brand } = props
  const search = linkTo('search', viewer)
  return (
    <header class="top-bar">
      <div class="within">
        {viewer === null && <VisitorMenu text={text} path={path} />}
        <a class="brand" href="/" aria-label={identityTexts[language].home(brand.name)}>
          <Mark identity={identity} />
          <span>{brand.name}</span>
        </a>
        {linksOf('top', viewer).map(({ name, href }) => (
          <a class="button quiet wide-only" href={href} aria-current={path === href ? 'page' : undefined}>
            {text.nav[name]}
          </a>
        ))}
        {/* The search page has its own search field. An empty element keeps the links at their place. */}
        {search && path !== search.href ? <Search path={search.href} text={text} /> : <span class="search" />}
        {viewer === null ? <VisitorActions text={text} /> : <MemberActions {...props} viewer={viewer} />}
      </div>
    </header>
  )
}

function Search({ path, text }: { path: string; text: ShellText }) {
  return (
    <>
      <search class="search">
        <form action={path}>
          <Icon name="search" />
          <input
            type="search"
            name="q"
            maxlength={QUERY_MAX}
            placeholder={text.searchPlaceholder}
            aria-label={text.searchLabel}
            aria-keyshortcuts="/"
          />
        </form>
      </search>
      <a class="button quiet icon narrow-only" href={path} aria-label={text.searchLabel}>
        <Icon name="search" />
      </a>
    </>
  )
}

/** The links of the bar on narrow screens. Members have them in the account menu. The browser opens and closes it. */
function VisitorMenu({ text, path }: { text: ShellText; path: string }) {
  return (
    <>
      <button type="button" class="button quiet icon narrow-only" popovertarget="top-menu" aria-label={text.menu}>
        <Icon name="menu" />
      </button>
      <nav class="menu-panel top-menu" id="top-menu" popover="auto" aria-label={text.menu}>
        {linksOf('narrow', null).map((link) => (
          <MenuLink link={link} path={path} text={text} />
        ))}
      </nav>
    </>
  )
}

function VisitorActions({ text }: { text: ShellText }) {
  return (
    <>
      <a class="button quiet log-in" href="/login">
        {text.nav.login}
      </a>
      <a class="button primary" href="/register">
        {text.nav.register}
      </a>
    </>
  )
}

function MemberActions({ viewer, language, text, path, unread }: TopBarProps & { viewer: Viewer }) {
  const write = linkTo('write', viewer)
  const messages = linkTo('messages', viewer)
  return (
    <>
      {write && (
        <a class="button write" href={write.href} aria-label={text.nav.write}>
          <Icon name={write.icon} />
          <span class="wide-only">{text.nav.write}</span>
        </a>
      )}
      {messages && (
        <a class="button quiet icon" href={messages.href} title={text.nav.messages}>
          <Icon name={messages.icon} />
          <span class="visually-hidden">{text.nav.messages}</span>
          <UnreadCount of="all" count={unread} text={text} stays />
        </a>
      )}
      <AccountMenu viewer={viewer} language={language} text={text} path={path} />
    </>
  )
}
