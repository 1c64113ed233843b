import {
  type Brand,
  brandOf,
  type Identity,
  identityTexts,
  sitePagePath,
} from '#features/core/identity/identity.ts'
import { ownPagePath, titleIn } from '#features/core/identity/own-page.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { BrandLink } from '#features/core/shell/brand.tsx'
import { installButton } from '#features/core/shell/hooks.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { linksOf, linkTo, type NavigationLink } from '#features/core/shell/navigation.ts'
import {
  currentLink,
  InlineLinks,
  LinksRow,
  MenuLinks,
  needsOwnRow,
  siteLinks,
} from '#features/core/shell/site-navigation.tsx'
import { LanguageSwitch, ThemeSwitch } from '#features/core/shell/switches.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { Avatar, ExpBar, LevelBadge } from '#features/core/shell/user.tsx'
import { inLanguage, type Language } from '#kernel/i18n.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { Icon, IconButton, LinkButton } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { menu, shortcutList, unreadCount } from '#web/components/hooks.ts'
import { memoised, renderedOncePerKey } from '#web/components/memoised.ts'

export interface TopBarProps {
  viewer: Viewer | null
  language: Language
  text: ShellText
  path: string
  unread: number
  identity: Identity
  brand: Brand
}

export function TopBar({ viewer, language, path: current, unread, identity, brand }: TopBarProps) {
  const path = markedPath(current, { viewer, language, identity })
  return viewer === null
    ? visitorsBar(identity, { language, path })
    : memoizedBar({ viewer, language, path, unread, identity, brand })
}

/**
 * The address of the link that the bar marks, or the empty string. It is part of the key of the
 * memo, so pages below an address of the navigation share one entry.
 */
function markedPath(
  path: string,
  { viewer, language, identity }: Pick<TopBarProps, 'viewer' | 'language' | 'identity'>,
): string {
  const links = [...linksOf('narrow', viewer), ...linksOf('menu', viewer), linkTo('search', viewer)]
  if (links.some((link) => link?.href === path)) return path
  return currentLink(siteLinks(identity, language), path) ?? ''
}

// The identity determines the brand. It stays the same object for some seconds.
const visitorsBar = renderedOncePerKey<Identity, Pick<TopBarProps, 'language' | 'path'>>(
  ({ language, path }) => `${language} ${path}`,
  (identity, { language, path }) => (
    <Bar
      viewer={null}
      unread={0}
      text={shellTexts[language]}
      brand={brandOf(identity, language)}
      {...{ language, path, identity }}
    />
  ),
)

const memoizedBar = memoised<Omit<TopBarProps, 'text'>>((props) => (
  <Bar text={shellTexts[props.language]} {...props} />
))

function Bar(props: TopBarProps) {
  const { viewer, language, text, path, identity, brand } = props
  const search = linkTo('search', viewer)
  const links = siteLinks(identity, language)
  const current = currentLink(links, path)
  const hasRow = needsOwnRow(links)
  return (
    <>
      <header class="top-bar">
        <div class="within">
          {viewer === null && <VisitorMenu {...{ links, current, text, path }} />}
          <BrandLink {...{ identity, brand, language }} />
          {!hasRow && <InlineLinks {...{ links, current }} />}
          {/*
          The search page has a search field of its own. The empty element keeps the links in place.
        */}
          {search && path !== search.href ? (
            <Search path={search.href} text={text} />
          ) : (
            <span class="search" />
          )}
          {viewer === null ? (
            <VisitorActions text={text} />
          ) : (
            <MemberActions {...props} viewer={viewer} />
          )}
        </div>
      </header>
      {hasRow && <LinksRow {...{ links, current }} label={text.siteLinks} />}
    </>
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

interface VisitorMenuProps {
  links: ReturnType<typeof siteLinks>
  current: string | null
  text: ShellText
  path: string
}

/**
 * The links of the bar on narrow screens, for visitors. (Members have them in the account menu.)
 * The browser opens and closes the menu, without a script.
 */
function VisitorMenu({ links, current, text, path }: VisitorMenuProps) {
  return (
    <>
      <button
        type="button"
        class="button quiet icon narrow-only"
        popovertarget="top-menu"
        aria-label={text.menu}
      >
        <Icon name="menu" />
      </button>
      <nav class="menu-panel top-menu" id="top-menu" popover="auto" aria-label={text.menu}>
        <MenuLinks {...{ links, current }} />
        <hr />
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
      <LinkButton kind="quiet log-in" href="/login" label={text.nav.login} />
      <LinkButton kind="primary" href="/register" label={text.nav.register} />
    </>
  )
}

type MemberProps = TopBarProps & { viewer: Viewer }

function MemberActions(props: MemberProps) {
  const { viewer, text, unread } = props
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
      <AccountMenu {...props} />
    </>
  )
}

interface UnreadCountProps {
  /**
   * A notification category, or `all`. client/entries/messages.ts decreases the count after a read.
   */
  of: string
  count: number
  text: ShellText
  /** Renders the element at zero too, hidden, so that client/live/index.ts can update it. */
  stays?: boolean
}

export function UnreadCount({ of, count, text, stays = false }: UnreadCountProps) {
  if (count === 0 && !stays) return null
  return (
    <span class="count" {...unreadCount({ category: of, unreadCount: count })} hidden={count === 0}>
      <span>{count > 99 ? '99+' : count}</span>
      <span class="visually-hidden"> {text.unread}</span>
    </span>
  )
}

/**
 * The viewer's name, level and energy, and links to the viewer's pages. Works without JavaScript.
 */
function AccountMenu({ viewer, language, text, path, identity }: MemberProps) {
  const user = asUserRef(viewer, language)
  const links = siteLinks(identity, language)
  const logOut = (
    <button type="submit" class="menu-item">
      <Icon name="exit" />
      {text.logOut}
    </button>
  )
  return (
    <details class="menu" {...menu()}>
      <summary aria-label={text.accountMenu(user.display_name)}>
        <Avatar user={user} isOwn />
      </summary>
      <div class="menu-panel">
        <div class="me beside">
          <Avatar user={user} isOwn />
          <span class="me-name line">
            <strong class="one-line">{user.display_name}</strong>
            <LevelBadge level={user.level} />
          </span>
          <ExpBar viewer={viewer} text={text} />
        </div>
        <hr />
        {/* On wide screens, the bar has these links. */}
        <MenuLinks links={links} current={currentLink(links, path)} class="narrow-only" />
        {linksOf('menu', viewer).map((link) => (
          <MenuLink link={link} path={path} text={text} />
        ))}
        <hr />
        {identity.languages.length > 1 && (
          <div class="menu-switch line apart">
            {text.language}
            <LanguageSwitch text={text} language={language} />
          </div>
        )}
        <div class="menu-switch line apart">
          {text.theme}
          <ThemeSwitch text={text} />
        </div>
        <button type="button" class="menu-item" {...installButton()} hidden>
          <Icon name="download" />
          {text.install}
        </button>
        <button type="button" class="menu-item wide-only needs-script" {...shortcutList()}>
          <Icon name="keyboard" />
          {text.shortcuts}
        </button>
        <hr />
        <ApiForm
          api="POST /api/auth/logout"
          after="goto:/"
          toast={text.loggedOut}
          class="needs-script"
        >
          {logOut}
        </ApiForm>
        <noscript>
          <form method="post" action="/logout">
            {logOut}
          </form>
        </noscript>
      </div>
    </details>
  )
}

interface MenuLinkProps {
  link: NavigationLink
  path: string
  text: ShellText
}

function MenuLink({ link: { name, href, icon }, path, text }: MenuLinkProps) {
  return (
    <a class="menu-item" href={href} aria-current={path === href ? 'page' : undefined}>
      <Icon name={icon} />
      {text.nav[name]}
    </a>
  )
}

interface FooterProps
  extends Pick<TopBarProps, 'viewer' | 'language' | 'text' | 'brand' | 'identity'> {
  letters: boolean
}

export function Footer(props: FooterProps) {
  const { viewer, language, identity, letters } = props
  return viewer === null ? visitorsFooter(identity, { language, letters }) : <Links {...props} />
}

const visitorsFooter = renderedOncePerKey<Identity, Pick<FooterProps, 'language' | 'letters'>>(
  ({ language, letters }) => `${language} ${letters}`,
  (identity, { language, letters }) => (
    <Links
      viewer={null}
      text={shellTexts[language]}
      brand={brandOf(identity, language)}
      {...{ language, identity, letters }}
    />
  ),
)

function Links({ viewer, language, text, brand, identity, letters }: FooterProps) {
  const footerText = inLanguage(identity.layout.footer_text, language)
  const ownLinks = [
    ...identity.pages.map((name) => ({
      label: identityTexts[language].pages[name],
      url: sitePagePath(name),
    })),
    ...identity.ownPages
      .filter(({ place }) => place === 'footer')
      .map((page) => ({ label: titleIn(page, language), url: ownPagePath(page.slug) })),
    ...identity.links,
  ]
  return (
    <footer class="footer soft small">
      <div class="within row apart">
        <div class="footer-columns">
          <div class="stack tight">
            <p>
              <strong>{brand.name}</strong> · {brand.tagline}
            </p>
            {footerText !== null && <p class="footer-text breaks">{footerText}</p>}
          </div>
          <nav aria-label={text.footerLabel}>
            <ul class="footer-links">
              {linksOf('footer', viewer).map(({ name, href }) => (
                <li>
                  <a href={href}>{text.nav[name]}</a>
                </li>
              ))}
            </ul>
            {ownLinks.length > 0 && (
              <ul class="footer-links">
                {ownLinks.map(({ label, url }) => (
                  <li>
                    <a href={url}>{label}</a>
                  </li>
                ))}
              </ul>
            )}
          </nav>
        </div>
        {viewer === null && (
          <LettersForm
            kind="site"
            id="letters-footer"
            isOn={letters}
            isSignedIn={false}
            language={language}
          />
        )}
        <div class="footer-switches row">
          {identity.languages.length > 1 && <LanguageSwitch text={text} language={language} />}
          <ThemeSwitch text={text} />
          <IconButton
            {...shortcutList()}
            icon="keyboard"
            label={text.shortcuts}
            kind="quiet small wide-only needs-script"
          />
        </div>
      </div>
    </footer>
  )
}
