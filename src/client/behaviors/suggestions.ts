import { recordsIn } from '#client/api-error.ts'
import { element } from '#client/elements.ts'
import { api } from '#client/http.ts'
import { type ChoiceList, choiceList, debouncedLookup, smallAvatar } from '#client/lookup.ts'
import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

/** One Latin letter is too little to search for; one Chinese character is enough. */
const LETTERS_MIN = 2

/** Suggests titles, people and tags during typing in a search field. */
export function suggestions(field: HTMLInputElement): void {
  suggestFrom(field, ask, groupsOf, -1)
}

/**
 * Lists links below a search field during typing. Without a response the field works as usual.
 * `selected` is the choice that Enter opens at first; with -1 Enter sends the form.
 */
export function suggestFrom<Response>(
  field: HTMLInputElement,
  ask: (q: string) => Promise<Response>,
  groupsOf: (response: Response) => HTMLElement[],
  selected: -1 | 0,
): void {
  if (field.role === 'combobox') return
  const known = new Map<string, Response>()
  const list = choices(field)
  const lookup = debouncedLookup(field, () => void look())

  async function look(): Promise<void> {
    const q = typedIn(field)
    if (q === null) return list.close()
    const response = await lookup.latest(known.get(q) ?? ask(q).catch(() => null))
    if (response === null) return
    known.set(q, response)
    if (typedIn(field) === q) list.show(groupsOf(response), selected)
  }

  field.addEventListener('input', (event) => {
    // Text that is still being composed is not searched.
    if (event instanceof InputEvent && event.isComposing) lookup.cancel()
    else lookup.schedule()
  })
  field.addEventListener('compositionend', () => lookup.schedule())
  field.addEventListener('blur', () => list.close())
  // Looks up a text that was typed before this code was loaded, but not the value that the server
  // rendered.
  if (field.value !== field.defaultValue) void look()
}

function typedIn({ value }: HTMLInputElement): string | null {
  const q = value.trim().replace(/\s+/g, ' ').toLowerCase()
  return q.length >= LETTERS_MIN || /\P{ASCII}/u.test(q) ? q : null
}

const ask = (q: string) => api.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`)

// The rules are in this file, so that only users of a search field load them.
const RULES = `
search:not(.search) { position: relative }
.suggestions {
  position: absolute; z-index: 60; inset: calc(100% + .5rem) 0 auto; max-height: min(28rem, 70dvh); overflow: auto;
  padding: .5rem; border: 1px solid var(--line); border-radius: var(--radius-l);
  background: var(--surface); box-shadow: var(--shadow-high);
}
.suggestions[hidden] { display: none }
.suggestions p { padding: .375rem .75rem .125rem; color: var(--ink-faint); font-size: var(--text-xs); font-weight: 600 }
.suggestions a {
  display: flex; align-items: center; gap: .625rem; padding: .4375rem .75rem; border-radius: var(--radius-s);
  color: var(--ink); overflow-wrap: anywhere; text-decoration: none;
}
.suggestions a[aria-selected=true] { background: var(--sunken); box-shadow: inset 2px 0 var(--accent) }
`

let isAdopted = false

function adoptStyle(): void {
  if (isAdopted) return
  isAdopted = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(RULES)
  document.adoptedStyleSheets.push(sheet)
}

const texts = bilingual({
  label: ['搜索建议', 'Suggestions'],
  posts: ['文章', 'Posts'],
  people: ['用户', 'People'],
  tags: ['标签', 'Tags'],
})

let lists = 0

/**
 * The list below a search field. The focus stays in the field, and `aria-activedescendant` names
 * the selected choice. Each choice is a link.
 */
function choices(field: HTMLInputElement): ChoiceList {
  adoptStyle()
  const list = element('div', {
    className: 'suggestions',
    id: `suggestions-${lists++}`,
    hidden: true,
    role: 'listbox',
  })
  list.ariaLabel = texts[pageLanguage()].label
  field.form?.after(list)
  Object.assign(field, {
    autocomplete: 'off',
    role: 'combobox',
    ariaAutoComplete: 'list',
    ariaExpanded: 'false',
  })
  field.setAttribute('aria-controls', list.id)
  return choiceList(field, list, {
    take: (index) => list.querySelectorAll('a')[index]?.click(),
    least: -1,
  })
}

function groupsOf(found: unknown): HTMLElement[] {
  const text = texts[pageLanguage()]
  return [
    group(
      text.posts,
      recordsIn(found, 'posts').map(({ id, title }) => linkTo(`/posts/${id}`, String(title))),
    ),
    group(
      text.people,
      recordsIn(found, 'people').map((person) =>
        linkTo(`/space/${person.uid}`, smallAvatar(person), String(person.display_name)),
      ),
    ),
    group(
      text.tags,
      recordsIn(found, 'tags').map(({ name }) => linkTo(tagged(String(name)), `#${name}`)),
    ),
  ].flat()
}

/**
 * The rule is that of features/publishing/posts/post.ts. A browser would resolve `/tags/..` to the
 * parent folder.
 */
function tagged(name: string): string {
  return (/^\.\.?$|\.md$/.test(name) ? '/posts?tag=' : '/tags/') + encodeURIComponent(name)
}

export function group(ariaLabel: string, links: HTMLAnchorElement[]): HTMLElement[] {
  if (links.length === 0) return []
  return [
    element(
      'div',
      { role: 'group', ariaLabel },
      element('p', { ariaHidden: 'true' }, ariaLabel),
      ...links,
    ),
  ]
}

export function linkTo(href: string, ...content: (Node | string)[]): HTMLAnchorElement {
  return element('a', { href, role: 'option', tabIndex: -1 }, ...content)
}
