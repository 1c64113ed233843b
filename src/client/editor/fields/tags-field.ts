import { isRecord } from '#client/api-error.ts'
import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { button, element, say } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { choiceList, debouncedLookup } from '#client/lookup.ts'
import { clientText } from '#client/text.ts'
import { chosenTags, tagsBox } from '#features/pages/studio/hooks.ts'
import { tagKey } from '#kernel/post-limits.ts'
import { fieldError } from '#web/components/hooks.ts'

interface TagsField {
  read(): string[]
  write(next: string[]): void
  /** Adds the text that was typed before the script was loaded. False if there was none. */
  takeTyped(): boolean
}

interface Suggestion {
  name: string
  posts_count: number
}

/**
 * The tags of the post, which the author types or chooses from existing ones. Enter or a comma adds
 * a tag, and Backspace removes the last one.
 */
export function tagsField(field: HTMLElement, changed: () => void): TagsField {
  const input = part(field, 'input', HTMLInputElement)
  const list = part(field, chosenTags.selector, HTMLElement)
  const problem = part(field, fieldError.selector, HTMLElement)
  const { most, length: longest, ...given } = read(tagsBox, field)
  let { tags } = given
  const lookup = debouncedLookup(input, () => void suggest())
  let offered: Suggestion[] = []
  const options = choiceList(input, part(field, '[role="listbox"]', HTMLElement), {
    take: (index) => add(offered[index]?.name ?? ''),
  })

  const has = (name: string) => tags.some((tag) => tagKey(tag) === tagKey(name))

  function add(typed: string): void {
    const name = typed.replace(/^#/, '').trim()
    lookup.cancel()
    options.close()
    if (name === '' || has(name)) input.value = ''
    else if ([...name].length > longest) say(problem, clientText().tooLong(longest))
    else if (tags.length < most) set([...tags, name])
  }

  function set(next: string[]): void {
    tags = next
    input.value = ''
    say(problem, '')
    show()
    changed()
  }

  function show(): void {
    list.replaceChildren(
      ...tags.map((name) => {
        const remove = button('×', '', () => {
          set(tags.filter((tag) => tag !== name))
          input.focus()
        })
        remove.ariaLabel = editorText().removeTag(name)
        return element('li', {}, name, remove)
      }),
    )
    input.hidden = tags.length >= most
  }

  async function suggest(): Promise<void> {
    const typed = input.value.trim().replace(/^#/, '')
    if ([...typed].length > longest) return
    const asked = quietApi
      .get(`/api/tags?limit=10&q=${encodeURIComponent(typed)}`)
      .catch(() => null)
    const response = await lookup.latest(asked)
    if (!isRecord(response) || input.value.trim().replace(/^#/, '') !== typed) return
    const kept = offered[options.current]?.name
    offered = (response.items as Suggestion[]).filter(({ name }) => !has(name))
    options.show(
      offered.map(optionFor),
      offered.findIndex(({ name }) => name === kept),
    )
  }

  const takeTyped = () => {
    // A comma, also a Chinese one, ends a tag. A pasted list becomes several tags.
    const parts = input.value.split(/[,，、;；\n]/)
    const rest = parts.pop() ?? ''
    for (const name of parts) add(name)
    if (parts.length > 0) input.value = rest
    say(problem, '')
    lookup.schedule()
  }
  input.addEventListener('input', takeTyped)
  input.addEventListener('focus', () => void suggest())
  input.addEventListener('blur', () => {
    options.close()
    add(input.value)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.defaultPrevented) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(input.value)
    } else if (event.key === 'Backspace' && input.value === '' && tags.length > 0)
      set(tags.slice(0, -1))
  })
  show()

  return {
    read: () => tags,
    write(next: string[]) {
      tags = next
      show()
    },
    takeTyped(): boolean {
      if (input.value === '') return false
      takeTyped()
      if (document.activeElement !== input) add(input.value)
      return true
    },
  }
}

function optionFor({ name, posts_count }: Suggestion): HTMLElement {
  const count = element('small', {}, editorText().tagCount(posts_count))
  return element('div', { role: 'option' }, element('span', {}, name), count)
}
