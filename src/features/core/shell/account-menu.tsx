import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { ExpBar } from '#features/core/shell/exp-bar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { linksOf, type NavigationLink } from '#features/core/shell/navigation.ts'
import { LanguageSwitch, ThemeSwitch } from '#features/core/shell/switches.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { menu } from '#web/components/hooks.ts'

interface AccountMenuProps {
  viewer: Viewer
  language: Language
  text: ShellText
  path: string
}

/** The viewer's name, level and energy, and links to the viewer's pages. Works without JavaScript. */
export function AccountMenu({ viewer, language, text, path }: AccountMenuProps) {
  const user = asUserRef(viewer, language)
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
        <div class="me">
          <Avatar user={user} isOwn />
          <span class="me-name">
            <strong>{user.display_name}</strong>
            <LevelBadge level={user.level} />
          </span>
          <span class="me-email">{viewer.email}</span>
          <ExpBar viewer={viewer} text={text} />
        </div>
        <hr />
        {/* On wide screens, the bar has these. */}
        {linksOf('top', viewer).map((link) => (
          <MenuLink link={link} path={path} text={text} class="narrow-only" />
        ))}
        {linksOf('menu', viewer).map((link) => (
          <MenuLink link={link} path={path} text={text} />
        ))}
        <hr />
        <div class="menu-switch">
          {text.language}
          <LanguageSwitch text={text} language={language} />
        </div>
        <div class="menu-switch">
          {text.theme}
          <ThemeSwitch text={text} />
        </div>
        <div class="menu-switch wide-only">
          {text.shortcuts}
          <kbd>?</kbd>
        </div>
        <hr />
        <ApiForm api="POST /api/auth/logout" after="goto:/" toast={text.loggedOut} class="needs-script">
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
  class?: string
}

export function MenuLink({ link: { name, href, icon }, path, text, class: className = '' }: MenuLinkProps) {
  return (
    <a class={`menu-item ${className}`.trim()} href={href} aria-current={path === href ? 'page' : undefined}>
      <Icon name={icon} />
      {text.nav[name]}
    </a>
  )
}
