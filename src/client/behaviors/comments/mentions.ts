import { recordsIn } from '#client/api-error.ts'
import { element } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { choiceList, debouncedLookup, smallAvatar } from '#client/lookup.ts'
import { mentionsField } from '#features/community/comments/hooks.ts'

/**
 * An @ and the beginning of a name directly before the caret, but not in an e-mail address. The
 * rule of the server is features/community/comments/mentions.ts.
 */
const PARTIAL_MENTION =
  /(?<!(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_@/+-])@([\p{L}\p{N}_-]{1,20})$/u

/**
 * Completes usernames during typing. The arrow keys select, Enter or Tab accepts, and Escape closes
 * the list.
 */
export function mentions(field: HTMLTextAreaElement): void {
  const { why } = read(mentionsField, field)
  if (why === undefined) completes(field)
  else saysWhyNot(field, why)
}

/** For members below the required level: says why they cannot mention anyone. */
function saysWhyNot(field: HTMLTextAreaElement, why: string): void {
  const line = element('p', { className: 'field-hint', role: 'status' })
  field.after(line)
  const look = () => {
    line.textContent = partialNameIn(field) === null ? '' : why
  }
  field.addEventListener('input', look)
  look()
}

function completes(field: HTMLTextAreaElement): void {
  const found = new Map<string, Record<string, unknown>[]>()
  let shown: Record<string, unknown>[] = []
  const list = choiceList(field, listBelow(field), {
    take,
    accepts: ({ key, ctrlKey, metaKey }) =>
      (key === 'Enter' || key === 'Tab') && !ctrlKey && !metaKey,
  })
  const lookup = debouncedLookup(field, () => void look())

  async function look(): Promise<void> {
    const name = partialNameIn(field)
    if (name === null) return list.close()
    // Without a response there is no completion, but the server still finds the names.
    const response = await lookup.latest(found.get(name) ?? search(name).catch(() => []))
    if (response === null) return
    found.set(name, response)
    if (partialNameIn(field) !== name) return
    shown = response.slice(0, SHOWN_MAX)
    list.show(shown.map(optionFor), 0)
  }

  function take(index: number): void {
    const [name, person] = [partialNameIn(field), shown[index]]
    if (name === null || !person) return
    const end = field.selectionStart
    field.setRangeText(`${person.username} `, end - name.length, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    list.close()
  }

  field.addEventListener('input', () => {
    if (partialNameIn(field) !== null) return lookup.schedule()
    lookup.cancel()
    list.close()
  })
  field.addEventListener('click', () => partialNameIn(field) === null && list.close())
  field.addEventListener('blur', () => list.close())
  void look()
}

function partialNameIn({
  selectionStart,
  selectionEnd,
  value,
}: HTMLTextAreaElement): string | null {
  return selectionStart === selectionEnd
    ? (PARTIAL_MENTION.exec(value.slice(0, selectionStart))?.[1] ?? null)
    : null
}

/** A user without a username cannot be mentioned. */
async function search(name: string): Promise<Record<string, unknown>[]> {
  const people = recordsIn(
    await api.get(`/api/users/search?q=${encodeURIComponent(name)}`),
    'items',
  )
  return people.filter(({ username }) => typeof username === 'string')
}

/**
 * The list must fit without scrolling, because it has no keyboard scrolling. Another typed letter
 * narrows it.
 */
const SHOWN_MAX = 6

let lists = 0

function listBelow(field: HTMLTextAreaElement): HTMLElement {
  const list = element('ul', {
    className: 'people-choice listbox',
    id: `people-${lists++}`,
    hidden: true,
    role: 'listbox',
  })
  list.ariaLabel = read(mentionsField, field).label
  field.after(list)
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  return list
}

function optionFor(person: Record<string, unknown>): HTMLElement {
  return element(
    'li',
    { role: 'option' },
    smallAvatar(person),
    element('span', {}, String(person.username)),
    element('span', { className: `level lv${person.level}` }, `Lv${person.level}`),
  )
}
