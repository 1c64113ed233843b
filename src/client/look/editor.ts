import { chosenFiles } from '#client/behaviors/forms/file-drops.ts'
import { problemIn, toastAfterwards } from '#client/behaviors/toast.ts'
import { part } from '#client/editor/parts.ts'
import { say } from '#client/elements.ts'
import { closest, find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { CHOICES, type Draft, draftIn, isSame } from '#client/look/draft.ts'
import { previewIn, type Scheme } from '#client/look/preview.ts'
import {
  colourReset,
  cssProblem,
  lookDiscard,
  lookForm,
  lookImport,
  lookProblem,
  lookStage,
  lookState,
  previewPage,
  previewScheme,
  previewWidth,
  readyLook,
} from '#features/operations/admin/identity/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { READY_LOOKS } from '#kernel/look/looks.ts'
import { explainCssProblem, problemInCss } from '#kernel/look/own-css.ts'
import type { Theme } from '#kernel/look/theme.ts'

/**
 * The page "Look". The fields show a draft, which the preview shows at once. Nothing is sent before
 * the owner saves.
 */
export function lookEditor(form: HTMLFormElement): void {
  const { facts } = read(lookForm, form)
  const text = part(form, 'textarea', HTMLTextAreaElement)
  text.spellcheck = false
  const stage = part(form, lookStage.selector, HTMLElement)
  const save = part(form, '[type="submit"]', HTMLButtonElement)
  const discard = part(form, lookDiscard.selector, HTMLButtonElement)
  const problem = find(lookProblem, form)
  const saved: Draft = {
    accent: facts.accent,
    theme: facts.theme,
    css: text.defaultValue,
    logos: null,
  }
  let draft = saved
  /** The last style sheet without a problem, which the preview shows meanwhile. */
  let shownCss = saved.css
  let scheme: Scheme = facts.theme.default === 'dark' ? 'dark' : 'light'
  let isLeaving = false

  const show = () => preview.show({ ...draft, css: shownCss }, scheme)
  const preview = previewIn(part(stage, 'iframe', HTMLIFrameElement), () => {
    stage.ariaBusy = 'false'
    show()
  })
  const load = (page: 'home' | 'post') => {
    stage.ariaBusy = 'true'
    void preview.load(page)
  }

  const change = (next: Draft) => {
    draft = next
    const refused = problemInCss(draft.css)
    const language = document.documentElement.lang as Language
    say(find(cssProblem, form), refused ? explainCssProblem(refused, language) : '')
    if (!refused) shownCss = draft.css
    const isChanged = !isSame(draft, saved)
    save.disabled = !isChanged || refused !== null
    discard.disabled = !isChanged
    const state = find(lookState, form)
    if (state) state.hidden = !isChanged
    show()
  }
  /** Puts a draft into the fields. */
  const fill = (next: Draft) => {
    fillFields(form, next, facts.defaultAccent)
    change(next)
  }

  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) return change({ ...draft, css: target.value })
    if (!(target instanceof HTMLInputElement)) return
    const { name, value } = target
    if (name === 'accent') change({ ...draft, accent: value })
    else if (name === 'accent2' || Object.hasOwn(CHOICES, name))
      change({ ...draft, theme: { ...draft.theme, [name]: value } as Theme })
  })
  form.addEventListener('click', ({ target }) => {
    const reset = closest(colourReset, target)
    if (reset) {
      const { of } = read(colourReset, reset)
      fill(
        of === 'accent'
          ? { ...draft, accent: null }
          : { ...draft, theme: { ...draft.theme, accent2: null } },
      )
    }
    const ready = closest(readyLook, target)
    if (ready)
      void readyDraft(read(readyLook, ready).name).then((next) =>
        fill({ ...next, logos: draft.logos }),
      )
    if (closest(lookDiscard, target)) {
      say(problem, '')
      fill(saved)
    }
    const [page, width, chosen] = [previewPage, previewWidth, previewScheme].map((hook) =>
      closest(hook, target),
    )
    for (const pressed of [page, width, chosen]) if (pressed) press(pressed)
    if (page) load(read(previewPage, page).page)
    if (width) showAt(stage, read(previewWidth, width).width)
    if (chosen) {
      scheme = read(previewScheme, chosen).scheme
      show()
    }
  })
  chosenFiles(part(form, lookImport.selector, HTMLInputElement), async ([file]) => {
    const next =
      file &&
      draftIn(
        await file
          .text()
          .then(JSON.parse)
          .catch(() => null),
      )
    if (next) fill(next)
    const note = next?.logos ? facts.withLogos : ''
    say(problem, next ? note : facts.notALook)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (save.ariaBusy === 'true') return
    save.ariaBusy = 'true'
    say(problem, '')
    try {
      await send(draft, saved)
      isLeaving = true
      toastAfterwards(facts.saved)
      location.reload()
    } catch (error) {
      say(problem, problemIn(error))
    } finally {
      save.ariaBusy = 'false'
    }
  })
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && !isSame(draft, saved)) event.preventDefault()
  })

  new ResizeObserver(() => fitStage(stage)).observe(stage)
  for (const button of findAll(previewScheme, form))
    if (read(previewScheme, button).scheme === scheme) press(button)
  const isNarrow = stage.clientWidth < NARROW
  for (const button of findAll(previewWidth, form))
    if (isNarrow && read(previewWidth, button).width === 'phone') press(button)
  if (isNarrow) showAt(stage, 'phone')
  fill(saved)
  load('home')
}

/** The style sheet and the logos need a fresh session, because they can change what pages say. */
async function send({ accent, theme, css, logos }: Draft, saved: Draft): Promise<void> {
  if (css === saved.css && logos === null) await api.put('/api/admin/identity', { accent, theme })
  else await api.put('/api/admin/look', { accent, theme, css, ...(logos && { logos }) })
}

async function readyDraft(name: keyof typeof READY_LOOKS): Promise<Omit<Draft, 'logos'>> {
  const { accent, theme, css } = READY_LOOKS[name]
  return { accent, theme, css: css === null ? '' : await (await fetch(css)).text() }
}

function fillFields(form: HTMLFormElement, draft: Draft, defaultAccent: string): void {
  const { accent, theme, css } = draft
  const accentShown = accent ?? defaultAccent
  part(form, '[name="accent"]', HTMLInputElement).value = accentShown
  part(form, '[name="accent2"]', HTMLInputElement).value = theme.accent2 ?? accentShown
  for (const name of Object.keys(CHOICES) as (keyof typeof CHOICES)[])
    part(form, `[name="${name}"][value="${theme[name]}"]`, HTMLInputElement).checked = true
  const text = part(form, 'textarea', HTMLTextAreaElement)
  if (text.value !== css) text.value = css
}

/** Marks one button of its group as pressed. */
function press(pressed: HTMLElement): void {
  for (const button of pressed.parentElement?.querySelectorAll('button') ?? [])
    button.ariaPressed = String(button === pressed)
}

function showAt(stage: HTMLElement, width: 'phone' | 'desktop'): void {
  stage.classList.toggle('is-phone', width === 'phone')
  fitStage(stage)
}

/** The width of a wide screen. The frame is scaled down to the width of the stage. */
const DESKTOP = 1280
/** In a narrower stage, a wide screen would be too small to read. */
const NARROW = 500

function fitStage(stage: HTMLElement): void {
  const isPhone = stage.classList.contains('is-phone')
  const scale = isPhone ? Math.min(1, stage.clientWidth / 390) : stage.clientWidth / DESKTOP
  stage.style.setProperty('--scale', String(scale))
}
