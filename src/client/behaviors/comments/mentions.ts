import { isRecord } from '#client/api-error.ts'
import { debouncedLookup } from '#client/debounced-lookup.ts'
import { read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { mentionsField } from '#features/community/comments/hooks.ts'
import { hueOf } from '#web/components/hooks.ts'

/**
 * An @ and the beginning of a name right before the caret, but not in an e-mail address. The server's rule is
 * features/community/comments/mentions.ts.
 */
const PARTIAL_MENTION =
  /(?<!(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_@/+-])@([\p{L}\p{N}_-]{1,20})$/u

export interface Person {
  uid: number
  username: string
  avatar_url: string | null
  level: number
}

/** Completes usernames during typing: arrow keys select, Enter or Tab accepts, Escape closes. */
export function mentions(field: HTMLTextAreaElement): void {
  const { why } = read(mentionsField, field)
  if (why === undefined) completes(field)
  else saysWhyNot(field, why)
}

/** For members below the required level. */
function saysWhyNot(field: HTMLTextAreaElement, why: string): void {
  const line = document.createElement('p')
  line.className = 'field-hint'
  line.setAttribute('role', 'status')
  field.after(line)
  const look = () => {
    line.textContent = partialNameIn(field) === null ? '' : why
  }
  field.addEventListener('input', look)
  look()
}

function completes(field: HTMLTextAreaElement): void {
  const found = new Map<string, Person[]>()
  const list = people(field, take)
  const lookup = debouncedLookup(field, () => void look())

  const partialName = () => partialNameIn(field)

  async function look(): Promise<void> {
    const name = partialName()
    if (name === null) return list.close()
    // Without an answer there is no completion, but the server still finds the names.
    const answer = await lookup.latest(found.get(name) ?? search(name).catch(() => []))
    if (answer === null) return
    found.set(name, answer)
    if (partialName() === name) list.show(answer)
  }

  function take({ username }: Person): void {
    const name = partialName()
    if (name === null) return
    const end = field.selectionStart
    field.setRangeText(`${username} `, end - name.length, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    list.close()
  }

  field.addEventListener('input', () => {
    if (partialName() !== null) return lookup.schedule()
    lookup.cancel()
    list.close()
  })
  field.addEventListener('click', () => partialName() === null && list.close())
  field.addEventListener('blur', () => list.close())
  void look()
}

function partialNameIn({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): string | null {
  return selectionStart === selectionEnd ? (PARTIAL_MENTION.exec(value.slice(0, selectionStart))?.[1] ?? null) : null
}

/** A user without a username cannot be mentioned. */
async function search(name: string): Promise<Person[]> {
  const answer = await api.get(`/api/users/search?q=${encodeURIComponent(name)}`)
  const items = isRecord(answer) && Array.isArray(answer.items) ? answer.items.filter(isRecord) : []
  return items.flatMap(({ uid, username, avatar_url, level }) =>
    typeof username === 'string'
      ? [
          {
            uid: Number(uid),
            username,
            avatar_url: avatar_url === null ? null : String(avatar_url),
            level: Number(level),
          },
        ]
      : [],
  )
}

/** The list fits without scrolling, because it has no keyboard scrolling. Another letter narrows the list. */
const SHOWN_MAX = 6

let lists = 0

/**
 * The list of users below a field. The focus stays in the field, and `aria-activedescendant` names the selected option.
 */
function people(field: HTMLTextAreaElement, take: (person: Person) => void) {
  const list = document.createElement('ul')
  list.className = 'people-choice'
  list.id = `people-${lists++}`
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', read(mentionsField, field).label)
  field.after(list)
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  let shown: Person[] = []
  let current = 0

  const point = (index: number) => {
    current = (index + shown.length) % shown.length
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === current)
    const option = list.children[current]
    option?.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option?.id ?? '')
  }
  const close = () => {
    list.hidden = true
    field.removeAttribute('aria-activedescendant')
  }
  const show = (found: Person[]) => {
    shown = found.slice(0, SHOWN_MAX)
    if (shown.length === 0) return close()
    list.replaceChildren(...shown.map((person, at) => optionFor(person, `${list.id}-${at}`)))
    list.hidden = false
    point(0)
  }

  field.addEventListener('keydown', (event) => {
    // During IME composition the keys belong to the input method.
    if (list.hidden || event.isComposing) return
    const person = shown[current]
    if (event.key === 'ArrowDown') point(current + 1)
    else if (event.key === 'ArrowUp') point(current - 1)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.ctrlKey && !event.metaKey) take(person)
    else return
    event.preventDefault()
  })
  // `pointerdown`, because a click would first take the focus from the field.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    const person = shown[[...list.children].indexOf(option ?? list)]
    if (person) take(person)
  })
  // The pointer selects too, so that Enter accepts the highlighted user.
  list.addEventListener('pointermove', ({ target }) => {
    const index = [...list.children].findIndex((option) => option.contains(target as Node))
    if (index >= 0 && index !== current) point(index)
  })
  return { show, close }
}

function optionFor(person: Person, id: string): HTMLElement {
  const option = document.createElement('li')
  option.id = id
  option.setAttribute('role', 'option')
  const name = Object.assign(document.createElement('span'), { textContent: person.username })
  const level = Object.assign(document.createElement('span'), {
    className: `level lv${person.level}`,
    textContent: `Lv${person.level}`,
  })
  option.append(avatarOf(person), name, level)
  return option
}

/** Same markup as features/core/shell/user.tsx. */
function avatarOf({ uid, username, avatar_url }: Person): HTMLElement {
  if (avatar_url !== null)
    return Object.assign(document.createElement('img'), { className: 'avatar small', src: avatar_url, alt: '' })
  const letter = document.createElement('span')
  letter.className = `avatar small ${hueOf(uid)}`
  letter.ariaHidden = 'true'
  letter.textContent = [...username][0]?.toUpperCase() ?? ''
  return letter
}
