import { isRecord } from '#client/api-error.ts'
import { confirmed, type Question } from '#client/behaviors/confirm.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { api } from '#client/http.ts'
import { filledIn } from '#client/message-template.ts'
import { pageLanguage } from '#client/text.ts'
import { randomId } from '#kernel/ids.ts'

/** The sentences the page gives: features/energize/views.tsx. */
interface Words {
  total: string
  given: string
  thanks: string
  exp: string
  question: Question
}

/** Gives energy to the post. The first press on a page asks, for it cannot be taken back. */
export function energize(): void {
  const panel = document.querySelector<HTMLElement>('[data-energize]')
  if (!panel) return
  const words: Words = JSON.parse(panel.dataset.words ?? '{}')
  // Kept until there is an answer: pressing again after a lost one is not charged twice.
  const keys = new Map<string, string>()
  let hasAgreed = false
  panel.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-form]') : null
    if (!button || panel.ariaBusy === 'true') return
    const { form = '', cost = '' } = button.dataset
    if (!hasAgreed && !(await confirmed(askFor(words.question, cost)))) return
    hasAgreed = true
    const key = keys.get(form) ?? randomId()
    keys.set(form, key)
    setBusy(panel, button, true)
    try {
      const body = { post_id: Number(panel.dataset.energize), form }
      const answer = await api.post('/api/energy/energize', body, { 'Idempotency-Key': key })
      keys.delete(form)
      if (isRecord(answer)) show(panel, words, { ...answer, cost })
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(panel, button, false)
    }
  })
}

function askFor(question: Question, cost: string): Question {
  const fill = (template: string) => filledIn(template, { cost }, pageLanguage())
  return { title: question.title, body: fill(question.body), button: fill(question.button), calm: true }
}

function show(panel: HTMLElement, words: Words, answer: Record<string, unknown>): void {
  const fill = (template: string) => filledIn(template, answer, pageLanguage())
  const [energy, given, cap] = [answer.energy, answer.spent_on_post, panel.dataset.cap].map(Number) as [
    number,
    number,
    number,
  ]
  for (const place of document.querySelectorAll('[data-viewer-energy]')) place.textContent = String(energy)
  const total = panel.querySelector('[data-post-energy]')
  if (total) total.textContent = fill(words.total)
  const ring = panel.querySelector('.ring')
  ring?.setAttribute('aria-label', fill(words.given))
  ring?.lastElementChild?.setAttribute('stroke-dasharray', `${Math.round((100 * given) / cap)} 100`)
  const state = energy < 0 ? 'negative' : given >= cap ? 'full' : 'open'
  for (const sentence of panel.querySelectorAll<HTMLElement>('[data-when]')) {
    sentence.hidden = sentence.dataset.when !== state
    sentence.textContent = fill(sentence.dataset.template ?? '')
  }
  for (const button of panel.querySelectorAll<HTMLButtonElement>('[data-form]'))
    button.disabled = energy < 0 || given + Number(button.dataset.cost) > cap
  thank(panel, [fill(words.thanks), Number(answer.exp_gained) > 0 ? fill(words.exp) : ''])
}

function thank(panel: HTMLElement, [thanks = '', exp = '']: string[]): void {
  const place = panel.querySelector<HTMLElement>('[data-thanks]')
  if (!place) return
  const gained = Object.assign(document.createElement('span'), { className: 'badge accent', textContent: exp })
  place.replaceChildren(thanks, ...(exp ? [' ', gained] : []))
  // Begins anew with every press.
  for (const element of [place, panel.querySelector('.energize-ring')]) {
    element?.classList.remove('spark')
    requestAnimationFrame(() => element?.classList.add('spark'))
  }
}

function setBusy(panel: HTMLElement, button: HTMLElement, busy: boolean): void {
  panel.ariaBusy = String(busy)
  button.ariaBusy = String(busy)
}
