import type { Person } from '#client/behaviors/comments/mentions.ts'
import { read } from '#client/hooks.ts'
import { mentionsField } from '#features/community/comments/hooks.ts'
import { hueOf } from '#web/components/hooks.ts'

/** So many fit without scrolling, which only a list that takes the focus could do by keys. One more letter finds the others. */
const SHOWN_MAX = 6

let lists = 0

/** The list below a field from which a person is taken. The field keeps the focus and says which one is meant. */
export function people(field: HTMLTextAreaElement, take: (person: Person) => void) {
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
    // While a Chinese name is being composed the keys belong to the input method.
    if (list.hidden || event.isComposing) return
    const person = shown[current]
    if (event.key === 'ArrowDown') point(current + 1)
    else if (event.key === 'ArrowUp') point(current - 1)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.ctrlKey && !event.metaKey) take(person)
    else return
    event.preventDefault()
  })
  // Before the field would lose the focus by it.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    const person = shown[[...list.children].indexOf(option ?? list)]
    if (person) take(person)
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

/** As features/core/shell/avatar.tsx draws it. */
function avatarOf({ uid, username, avatar_url }: Person): HTMLElement {
  if (avatar_url !== null)
    return Object.assign(document.createElement('img'), { className: 'avatar small', src: avatar_url, alt: '' })
  const letter = document.createElement('span')
  letter.className = `avatar small ${hueOf(uid)}`
  letter.ariaHidden = 'true'
  letter.textContent = [...username][0]?.toUpperCase() ?? ''
  return letter
}
