import { element } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { closest, read, write } from '#client/hooks.ts'
import { tagOption } from '#features/pages/studio/hooks.ts'

/** The list below a combobox: arrow keys choose, Enter and a click take, Escape closes. */
export function tagOptions(input: HTMLInputElement, list: HTMLElement, take: (name: string) => void) {
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

  // Before the field loses its focus, and with it the list.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    const option = closest(tagOption, event.target)
    if (option) take(read(tagOption, option).name)
  })

  return {
    hide: () => setOpen(false),
    show(tags: { name: string; posts_count: number }[]) {
      list.replaceChildren(
        ...tags.map(({ name, posts_count }, index) => {
          const count = element('small', {}, editorText().tagCount(posts_count))
          const option = element('div', { role: 'option', id: `tag-option-${index}` }, element('span', {}, name), count)
          write(tagOption, option, { name })
          return option
        }),
      )
      setOpen(tags.length > 0)
    },
    /** Whether a key was meant for the list. */
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
