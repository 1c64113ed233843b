import { isRecord } from '#client/api-error.ts'
import { debouncedLookup } from '#client/debounced-lookup.ts'
import { editorApi } from '#client/editor/editor-api.ts'
import { element, part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { closest, read, write } from '#client/hooks.ts'
import { clientText } from '#client/text.ts'
import { chosenTags, tagOption, tagsBox } from '#features/pages/studio/hooks.ts'
import { fieldError } from '#web/components/hooks.ts'

interface Suggestion {
  name: string
  posts_count: number
}

/** Tags are typed or chosen from existing ones. Enter or a comma adds a tag, Backspace edits the last one. */
export function tagsField(field: HTMLElement, changed: () => void) {
  const input = part(field, 'input', HTMLInputElement)
  const list = part(field, chosenTags.selector, HTMLElement)
  const problem = part(field, fieldError.selector, HTMLElement)
  const { most, length: longest, ...given } = read(tagsBox, field)
  let { tags } = given
  const lookup = debouncedLookup(input, () => void suggest())
  const options = tagOptions(input, part(field, '[role="listbox"]', HTMLElement), (name) => add(name))

  const has = (name: string) => tags.some((tag) => keyOf(tag) === keyOf(name))
  const say = (message: string) => {
    problem.textContent = message
    problem.hidden = message === ''
  }

  function add(typed: string): void {
    const name = typed.replace(/^#/, '').trim()
    lookup.cancel()
    options.hide()
    if (name === '' || has(name)) input.value = ''
    else if ([...name].length > longest) say(clientText().tooLong(longest))
    else if (tags.length < most) set([...tags, name])
  }

  function set(next: string[]): void {
    tags = next
    input.value = ''
    say('')
    show()
    changed()
  }

  function show(): void {
    list.replaceChildren(
      ...tags.map((name) =>
        chip(name, () => {
          set(tags.filter((tag) => tag !== name))
          input.focus()
        }),
      ),
    )
    input.hidden = tags.length >= most
  }

  async function suggest(): Promise<void> {
    const typed = input.value.trim().replace(/^#/, '')
    if ([...typed].length > longest) return
    const asked = editorApi.get(`/api/tags?limit=10&q=${encodeURIComponent(typed)}`).catch(() => null)
    const answer = await lookup.latest(asked)
    if (!isRecord(answer) || input.value.trim().replace(/^#/, '') !== typed) return
    options.show((answer.items as Suggestion[]).filter(({ name }) => !has(name)))
  }

  const takeTyped = () => {
    // A comma, also a Chinese one, ends a tag; a pasted list becomes several tags.
    const parts = input.value.split(/[,，、;；\n]/)
    const rest = parts.pop() ?? ''
    for (const name of parts) add(name)
    if (parts.length > 0) input.value = rest
    say('')
    lookup.schedule()
  }
  input.addEventListener('input', takeTyped)
  input.addEventListener('focus', () => void suggest())
  input.addEventListener('blur', () => {
    options.hide()
    add(input.value)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || options.handles(event)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(input.value)
    } else if (event.key === 'Backspace' && input.value === '' && tags.length > 0) set(tags.slice(0, -1))
  })
  show()

  return {
    read: () => tags,
    write(next: string[]) {
      tags = next
      show()
    },
    /** Adds the text typed before the script was loaded. */
    takeTyped(): boolean {
      if (input.value === '') return false
      takeTyped()
      if (document.activeElement !== input) add(input.value)
      return true
    },
  }
}

/** The server's rule: two spellings with the same key are one tag. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function chip(name: string, remove: () => void): HTMLElement {
  const button = element('button', { type: 'button', ariaLabel: editorText().removeTag(name) }, '×')
  button.addEventListener('click', remove)
  return element('li', {}, name, button)
}

/** The list below a combobox: arrow keys and the pointer select, Enter or a click accepts, Escape closes. */
function tagOptions(input: HTMLInputElement, list: HTMLElement, take: (name: string) => void) {
  let at = -1

  const all = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')]
  const mark = (index: number) => {
    at = index
    for (const [place, option] of all().entries()) {
      option.ariaSelected = String(place === at)
      if (place === at) option.scrollIntoView({ block: 'nearest' })
    }
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', all()[at]?.id ?? '')
  }
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen
    input.ariaExpanded = String(isOpen)
    mark(-1)
  }

  // `pointerdown`, because a click would first take the focus from the field and close the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    const option = closest(tagOption, event.target)
    if (option) take(read(tagOption, option).name)
  })

  // The pointer selects too, so that Enter accepts the highlighted option. A pointer at rest below an opening list does not.
  list.addEventListener('pointermove', ({ target }) => {
    const index = all().findIndex((option) => option.contains(target as Node))
    if (index !== at) mark(index)
  })

  return {
    hide: () => setOpen(false),
    show(tags: { name: string; posts_count: number }[]) {
      const selected = all()[at]
      const kept = selected && read(tagOption, selected).name
      list.replaceChildren(
        ...tags.map(({ name, posts_count }, index) => {
          const count = element('small', {}, editorText().tagCount(posts_count))
          const option = element('div', { role: 'option', id: `tag-option-${index}` }, element('span', {}, name), count)
          write(tagOption, option, { name })
          return option
        }),
      )
      setOpen(tags.length > 0)
      mark(tags.findIndex(({ name }) => name === kept))
    },
    /** Whether the list has handled the key. */
    handles(event: KeyboardEvent): boolean {
      const options = all()
      if (list.hidden || options.length === 0) return false
      const { key } = event
      const chosen = options[at]
      if (key === 'ArrowDown') mark(at < options.length - 1 ? at + 1 : 0)
      else if (key === 'ArrowUp') mark(at > 0 ? at - 1 : options.length - 1)
      else if (key === 'Escape') setOpen(false)
      else if (key === 'Enter' && chosen) take(read(tagOption, chosen).name)
      else return false
      event.preventDefault()
      return true
    },
  }
}
