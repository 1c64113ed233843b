import { recordsIn } from '#client/api-error.ts'
import { group, linkTo, suggestFrom } from '#client/behaviors/suggestions.ts'
import { element } from '#client/elements.ts'
import { NO_SHORTCUTS } from '#client/first/recorder.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { smallAvatar } from '#client/lookup.ts'
import { pageLanguage } from '#client/text.ts'
import { adminSearch, CLOSED_GROUPS, menuGroup } from '#features/operations/admin/frame/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  pages: ['页面', 'Pages'],
  settings: ['设置', 'Settings'],
  people: ['成员', 'People'],
})

/**
 * The menu of admin pages. Collapsed groups stay collapsed on the next pages, and the search field
 * lists its results below it.
 */
export function adminMenu(): void {
  const groups = [...findAll<HTMLDetailsElement>(menuGroup)]
  for (const own of groups)
    own.querySelector('summary')?.addEventListener('click', () => {
      // The state of the clicked group changes only after the click.
      const closed = groups.filter((each) => (each === own ? each.open : !each.open))
      const names = closed.map((each) => read(menuGroup, each).group).join('.')
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has the Cookie Store API only since 2025
      document.cookie = `${CLOSED_GROUPS}=${names}; path=/admin; max-age=31536000; samesite=lax`
    })
  const field = find<HTMLInputElement>(adminSearch)
  if (!field) return
  suggestFrom(field, ask, groupsOf, 0)
  document.addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return
    event.preventDefault()
    // On small screens the field is in the closed menu.
    if (field.offsetWidth === 0) field.closest<HTMLElement>('[popover]')?.showPopover()
    field.focus()
    field.select()
  })
}

/**
 * “/” opens the search outside of fields, unless the user has turned shortcuts off. Ctrl-K also
 * opens it inside of fields, except in the editor, which uses it for links.
 */
function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const within = (selector: string) =>
    target instanceof Element && target.closest(selector) !== null
  if (altKey || within('dialog, [contenteditable]')) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && !within(NO_SHORTCUTS)
}

const ask = (q: string) => api.get(`/api/admin/search?q=${encodeURIComponent(q)}`)

function groupsOf(found: unknown): HTMLElement[] {
  const text = texts[pageLanguage()]
  const links = (kind: 'pages' | 'settings') =>
    recordsIn(found, kind).map(({ href, title, page }) =>
      linkTo(String(href), element('span', {}, String(title)), element('small', {}, String(page))),
    )
  const people = recordsIn(found, 'people').map((person) =>
    linkTo(`/admin/users/${person.uid}`, smallAvatar(person), String(person.display_name)),
  )
  return [
    ...group(text.pages, links('pages')),
    ...group(text.settings, links('settings')),
    ...group(text.people, people),
  ]
}
