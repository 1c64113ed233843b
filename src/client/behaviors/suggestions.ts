import { isRecord } from '#client/api-error.ts'
import { choices } from '#client/behaviors/suggestion-list.ts'
import { api } from '#client/http.ts'
import { questionsOf } from '#client/questions.ts'

/** One letter of an alphabet says too little, one Chinese character enough. */
const LETTERS_MIN = 2

/** What was found of each kind, as the API gives it. */
export interface Found {
  posts: Record<string, unknown>[]
  people: Record<string, unknown>[]
  tags: Record<string, unknown>[]
}

/** Offers titles, people and tags while somebody types into a search field. Without an answer the field is just a field. */
export function suggestions(field: HTMLInputElement): void {
  if (field.role === 'combobox') return
  const known = new Map<string, Found>()
  const list = choices(field)
  const questions = questionsOf(field, () => void look())

  async function look(): Promise<void> {
    const q = typedIn(field)
    if (q === null) return list.close()
    const answer = await questions.answer(known.get(q) ?? ask(q).catch(() => null))
    if (answer === null) return
    known.set(q, answer)
    if (typedIn(field) === q) list.show(answer)
  }

  field.addEventListener('input', (event) => {
    // What an input method has not finished yet is no word.
    if (event instanceof InputEvent && event.isComposing) questions.forget()
    else questions.soon()
  })
  field.addEventListener('compositionend', () => questions.soon())
  field.addEventListener('blur', () => list.close())
  // What was typed before this code was there; not what the page itself has put there.
  if (field.value !== field.defaultValue) void look()
}

function typedIn({ value }: HTMLInputElement): string | null {
  const q = value.trim().replace(/\s+/g, ' ').toLowerCase()
  return q.length >= LETTERS_MIN || /\P{ASCII}/u.test(q) ? q : null
}

async function ask(q: string): Promise<Found> {
  const answer = await api.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`)
  const of = (kind: keyof Found) => {
    const items = isRecord(answer) ? answer[kind] : []
    return Array.isArray(items) ? items.filter(isRecord) : []
  }
  return { posts: of('posts'), people: of('people'), tags: of('tags') }
}
