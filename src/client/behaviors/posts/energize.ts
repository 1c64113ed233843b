import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { toastProblem } from '#client/behaviors/toast.ts'
import { showCount } from '#client/counts.ts'
import { closest, find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { filledIn, pageLanguage } from '#client/text.ts'
import {
  type EnergizeText,
  energizeButton,
  energizePanel,
  energizeSentence,
  energizeStateOf,
  energizeThanks,
  postEnergy,
} from '#features/community/energize/hooks.ts'
import { randomId } from '#kernel/ids.ts'
import { type Question, viewerEnergy } from '#web/components/hooks.ts'

/**
 * Gives energy to the post. The first press on a page asks for a confirmation, because energy
 * cannot be taken back.
 */
export function energize(panel: HTMLElement): void {
  const { post, text, ...rest } = read(energizePanel, panel)
  let { energy } = rest
  // Idempotency keys by request. A key is kept until a response arrives, so that a retry after a
  // lost response is not charged twice.
  const keys = new Map<string, string>()
  let hasAgreed = false
  panel.addEventListener('click', async ({ target }) => {
    const button = closest(energizeButton, target)
    if (!button || panel.ariaBusy === 'true') return
    const { form, cost } = read(energizeButton, button)
    const left = energy - cost
    if ((!hasAgreed || left < 0) && !(await confirmed(askFor(text, cost, left)))) return
    hasAgreed = true
    const key = keys.get(form) ?? randomId()
    keys.set(form, key)
    setBusy(panel, button, true)
    try {
      const body = { post_id: post, form }
      const response = await api.post('/api/energy/energize', body, { 'Idempotency-Key': key })
      keys.delete(form)
      energy = Number(response.energy)
      show(panel, text, { ...response, cost })
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(panel, button, false)
    }
  })
}

function askFor(
  { question: { title, body, button }, below }: EnergizeText,
  cost: number,
  left: number,
): Question {
  const fill = (template: string) => filledIn(template, { cost, left }, pageLanguage())
  return {
    title,
    body: fill(body) + (left < 0 ? ` ${below}` : ''),
    button: fill(button),
    calm: left >= 0,
  }
}

function show(panel: HTMLElement, text: EnergizeText, response: Record<string, unknown>): void {
  const fill = (template: string) => filledIn(template, response, pageLanguage())
  const { cap } = read(energizePanel, panel)
  const [energy, given] = [Number(response.energy), Number(response.spent_on_post)]
  for (const line of findAll(viewerEnergy)) line.textContent = String(energy)
  showCount(find(postEnergy, panel), Number(response.post_energy))
  const ring = panel.querySelector('.ring')
  ring?.setAttribute('aria-label', fill(text.given))
  ring?.lastElementChild?.setAttribute('stroke-dasharray', `${Math.round((100 * given) / cap)} 100`)
  const state = energizeStateOf(energy, given, cap)
  for (const sentence of findAll(energizeSentence, panel)) {
    const { state: when, template } = read(energizeSentence, sentence)
    sentence.hidden = when !== state
    sentence.textContent = fill(template)
  }
  for (const button of findAll<HTMLButtonElement>(energizeButton, panel))
    button.disabled = energy < 0 || given + read(energizeButton, button).cost > cap
  thank(panel, [fill(text.thanks), Number(response.exp_gained) > 0 ? fill(text.exp) : ''])
}

function thank(panel: HTMLElement, [thanks = '', exp = '']: string[]): void {
  const line = find(energizeThanks, panel)
  if (!line) return
  const gained = Object.assign(document.createElement('span'), {
    className: 'badge accent',
    textContent: exp,
  })
  line.replaceChildren(thanks, ...(exp ? [' ', gained] : []))
  // Restarts the animation with every press.
  for (const element of [line, panel.querySelector('.energize-ring')]) {
    element?.classList.remove('spark')
    requestAnimationFrame(() => element?.classList.add('spark'))
  }
}

function setBusy(panel: HTMLElement, button: HTMLElement, busy: boolean): void {
  panel.ariaBusy = String(busy)
  button.ariaBusy = String(busy)
}
