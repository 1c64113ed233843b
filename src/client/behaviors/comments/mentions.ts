import { isRecord } from '#client/api-error.ts'
import { people } from '#client/behaviors/comments/people.ts'
import { read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { questionsOf } from '#client/questions.ts'
import { mentionsField } from '#features/community/comments/hooks.ts'

/**
 * An @ and the beginning of a name right before the caret; not in an e-mail address. The server's rule is
 * features/community/comments/mentions.ts.
 */
const BEGUN =
  /(?<!(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_@/+-])@([\p{L}\p{N}_-]{1,20})$/u

export interface Person {
  uid: number
  username: string
  avatar_url: string | null
  level: number
}

/** Completes names while somebody writes: arrows choose, Enter or Tab takes, Escape leaves. */
export function mentions(field: HTMLTextAreaElement): void {
  const { why } = read(mentionsField, field)
  if (why === undefined) completes(field)
  else saysWhyNot(field, why)
}

/** For whoever has not reached the level yet. */
function saysWhyNot(field: HTMLTextAreaElement, why: string): void {
  const line = document.createElement('p')
  line.className = 'field-hint'
  line.setAttribute('role', 'status')
  field.after(line)
  const look = () => {
    line.textContent = begunIn(field) === null ? '' : why
  }
  field.addEventListener('input', look)
  look()
}

function completes(field: HTMLTextAreaElement): void {
  const found = new Map<string, Person[]>()
  const list = people(field, take)
  const questions = questionsOf(field, () => void look())

  const begun = () => begunIn(field)

  async function look(): Promise<void> {
    const name = begun()
    if (name === null) return list.close()
    // Without an answer there is no completion, but the server still finds the names.
    const answer = await questions.answer(found.get(name) ?? search(name).catch(() => []))
    if (answer === null) return
    found.set(name, answer)
    if (begun() === name) list.show(answer)
  }

  function take({ username }: Person): void {
    const name = begun()
    if (name === null) return
    const end = field.selectionStart
    field.setRangeText(`${username} `, end - name.length, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    list.close()
  }

  field.addEventListener('input', () => {
    if (begun() !== null) return questions.soon()
    questions.forget()
    list.close()
  })
  field.addEventListener('click', () => begun() === null && list.close())
  field.addEventListener('blur', () => list.close())
  void look()
}

function begunIn({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): string | null {
  return selectionStart === selectionEnd ? (BEGUN.exec(value.slice(0, selectionStart))?.[1] ?? null) : null
}

/** A user without a name cannot be mentioned. */
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
