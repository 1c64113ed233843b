import { isRecord } from '#client/api-error.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import { timeIn } from '#client/editor/fields/schedule-field.ts'
import { part } from '#client/editor/parts.ts'
import { drawShareImage } from '#client/editor/share-image.ts'
import { editorText } from '#client/editor/text.ts'
import { element, say } from '#client/elements.ts'
import { find, findAll, read, where } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { viewerZone } from '#client/time-zone.ts'
import {
  borrowedFields,
  publishButton,
  publishPart,
  publishSheet,
  publishStep,
} from '#features/pages/studio/hooks.ts'
import { atWidth, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { momentOf, wallTime } from '#kernel/time-zone.ts'

/** What the author chose. Without a time, the post is published now, after the hold. */
export interface PublishChoice {
  publish_at?: string
  letter?: boolean
  hold?: number
}

export interface PublishSheet {
  /** Opens the sheet for the saved post. */
  open(id: number): Promise<void>
}

interface Options {
  form: HTMLFormElement
  author: string
  /** Saves the fields of the sheet. False if that fails. */
  save(): Promise<boolean>
  /** Publishes the saved post as chosen. Returns its status, or null if it is held. */
  publish(choice: PublishChoice): Promise<'held' | 'left'>
}

/** Seconds in which the author can undo a publication. */
const HOLD = 10
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A letter starts this long after the publication. */
const LETTER_DELAY = 10 * MINUTE
/** "Tonight" is this time of the author; after it, tomorrow morning. */
const [EVENING, MORNING] = ['20:00', '08:00']
/** How often the browser asks whether the server has published a post whose hold has ended. */
const ASK_EVERY = 1000

/**
 * The sheet before a publication, with the undo and the share screen after it. Null on pages
 * without it. While it is open, it borrows the fields of the page, so their behaviour stays.
 */
export function publishSheetIn({ form, author, save, publish }: Options): PublishSheet | null {
  const sheet = find<HTMLDialogElement>(publishSheet, form)
  if (!sheet) return null
  const { facts } = read(publishSheet, sheet)
  const own = (name: Parameters<typeof publishPart>[0]['name']) =>
    part(sheet, where(publishPart, { name }).selector, HTMLElement)
  const press = (action: Parameters<typeof publishButton>[0]['action']) =>
    part(sheet, where(publishButton, { action }).selector, HTMLButtonElement)
  const time = part(sheet, '[name="publish-time"]', HTMLInputElement)
  const letter = sheet.querySelector<HTMLInputElement>('[name="publish-letter"]')
  const confirmLabel = press('confirm').textContent
  const zone = viewerZone()
  let id = 0
  let returnFields = () => {}
  let counting = 0

  const show = (name: 'ask' | 'held' | 'done') => {
    for (const step of findAll<HTMLElement>(publishStep, sheet)) {
      step.hidden = read(publishStep, step).name !== name
      if (!step.hidden) step.querySelector<HTMLElement>('h2')?.focus()
    }
  }
  const when = () =>
    sheet.querySelector<HTMLInputElement>('[name="publish-when"]:checked')?.value ?? 'now'
  const chosenTime = (): string | null => {
    if (when() === 'now') return null
    if (when() === 'tonight') return evening(zone)
    return time.value === '' ? '' : momentOf(time.value, zone).toISOString()
  }
  const tell = () => {
    own('time').hidden = when() !== 'later'
    const at = chosenTime()
    press('confirm').textContent = at === null ? confirmLabel : editorText().schedule
    if (letter && facts.letter) {
      const start = Math.max(
        (at ? Date.parse(at) : Date.now()) + LETTER_DELAY,
        Date.parse(facts.letter.from ?? '') || 0,
      )
      own('letter').textContent = editorText().letterAt(
        facts.letter.subscribers,
        timeIn(zone, new Date(start).toISOString()),
      )
    }
  }

  async function preview(): Promise<void> {
    const post = await quietApi.get(`/api/studio/posts/${id}`).catch(() => null)
    if (!isRecord(post)) return
    const title = String(post.title)
    const cover = typeof post.cover_url === 'string' ? post.cover_url : null
    fillCard(part(sheet as HTMLElement, '.post-list > li', HTMLElement), post, cover)
    const shown = own('share')
    if (cover) shown.replaceChildren(element('img', { src: atWidth(cover, MEDIUM_WIDTH), alt: '' }))
    else shown.replaceChildren(...[drawShareImage({ title, author })].filter((it) => it !== null))
  }

  function borrow(): void {
    const borrowed = [...findAll<HTMLElement>(borrowedFields, form)]
    const places = borrowed.map((field) => {
      const place = document.createComment('')
      field.replaceWith(place)
      return place
    })
    own('fields').append(...borrowed)
    returnFields = () => {
      for (const [index, place] of places.entries()) place.replaceWith(borrowed[index] ?? '')
      returnFields = () => {}
    }
  }

  async function confirm(): Promise<void> {
    say(own('problem'), '')
    const at = chosenTime()
    if (at === '') {
      say(own('problem'), editorText().required)
      time.focus()
      return
    }
    try {
      if (!(await save())) {
        sheet?.close()
        return
      }
      const done = await publish({
        ...(letter && { letter: letter.checked }),
        // A post in review can be withdrawn, so it needs no hold.
        ...(at === null && !facts.isReviewed && { hold: HOLD }),
        ...(at !== null && { publish_at: at }),
      })
      if (done === 'held') hold()
    } catch (error) {
      say(own('problem'), problemIn(error))
    }
  }

  function hold(): void {
    show('held')
    const end = Date.now() + HOLD * 1000
    const count = () => {
      const left = Math.ceil((end - Date.now()) / 1000)
      own('seconds').textContent = String(Math.max(0, left))
      if (left > 0) return
      press('undo').disabled = press('now').disabled = true
      void published()
    }
    clearInterval(counting)
    press('undo').disabled = press('now').disabled = false
    counting = setInterval(count, ASK_EVERY)
    count()
  }

  async function undo(): Promise<void> {
    clearInterval(counting)
    try {
      await quietApi.delete(`/api/studio/posts/${id}/hold`)
      show('ask')
    } catch {
      // The hold has ended in this moment.
      counting = setInterval(() => void published(), ASK_EVERY)
    }
  }

  async function publishNow(): Promise<void> {
    clearInterval(counting)
    await quietApi.post(`/api/studio/posts/${id}/submit`).catch(() => null)
    await published()
  }

  /** Shows the share screen once the post is public. Another status has its own page. */
  async function published(): Promise<void> {
    const post = await quietApi.get(`/api/studio/posts/${id}`).catch(() => null)
    if (!isRecord(post) || post.publishes_at !== null) {
      clearInterval(counting)
      counting = setTimeout(() => void published(), ASK_EVERY)
      return
    }
    clearInterval(counting)
    if (post.status !== 'approved') {
      location.assign(`/studio/posts?status=${String(post.status)}`)
      return
    }
    await share()
  }

  async function share(): Promise<void> {
    const link = part(own('link').parentElement as HTMLElement, 'input', HTMLInputElement)
    const url = new URL(`/posts/${id}`, facts.origin).href
    link.value = url
    part(sheet as HTMLElement, '.view-post', HTMLAnchorElement).href = `/posts/${id}`
    show('done')
    press('share').hidden = !('share' in navigator)
    press('share').onclick = () => void navigator.share({ url }).catch(() => {})
    const { encode } = await import('uqr')
    own('qr').replaceChildren(qrOf(encode(url, { ecc: 'M', border: 2 })))
  }

  sheet.addEventListener('change', tell)
  sheet.addEventListener('input', ({ target }) => target === time && tell())
  // A published post has no editor to return to, and a held one shows its undo.
  sheet.addEventListener('cancel', (event) => {
    const isAsking = part(sheet, where(publishStep, { name: 'ask' }).selector, HTMLElement)
    if (isAsking.hidden) event.preventDefault()
  })
  sheet.addEventListener('close', () => returnFields())
  const running = (act: () => Promise<void>) => async () => {
    const button = press('confirm')
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    await act().finally(() => {
      button.ariaBusy = null
    })
  }
  press('confirm').addEventListener('click', running(confirm))
  press('undo').addEventListener('click', () => void undo())
  press('now').addEventListener('click', () => void publishNow())
  // The previews follow the fields, as the server stores them.
  part(sheet, 'details', HTMLDetailsElement).addEventListener('toggle', ({ target }) => {
    if (target instanceof HTMLDetailsElement && !target.open) void save().then(preview)
  })

  return {
    async open(saved: number): Promise<void> {
      id = saved
      time.min = wallTime(new Date(Date.now() + MINUTE), zone)
      time.max = wallTime(new Date(Date.now() + facts.days * DAY), zone)
      borrow()
      show('ask')
      tell()
      sheet.showModal()
      await preview()
    },
  }
}

/** Fills the row that the server rendered, so that it has the markup of lists. */
function fillCard(row: HTMLElement, post: Record<string, unknown>, cover: string | null): void {
  const link = part(row, ':is(h2, h3) a', HTMLAnchorElement)
  link.textContent = String(post.title)
  for (const old of row.querySelectorAll(':scope > p, :scope > img')) old.remove()
  const summary = String(post.summary)
  const footer = part(row, 'footer', HTMLElement)
  if (summary !== '') footer.before(element('p', {}, summary))
  if (cover)
    footer.before(
      element('img', { src: atWidth(cover, SMALL_WIDTH), alt: '', width: 192, height: 128 }),
    )
}

/** The next evening of the author, or the next morning if it is late. */
function evening(zone: string): string {
  const now = wallTime(new Date(Date.now() + MINUTE), zone)
  const [day = '', clock = ''] = now.split('T')
  if (clock < EVENING) return momentOf(`${day}T${EVENING}`, zone).toISOString()
  const [tomorrow = ''] = wallTime(new Date(Date.now() + DAY), zone).split('T')
  return momentOf(`${tomorrow}T${MORNING}`, zone).toISOString()
}

/** A QR code, black on white in every theme, because cameras need the contrast. */
function qrOf({ data, size }: { data: boolean[][]; size: number }): SVGElement {
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('shape-rendering', 'crispEdges')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', dots.join(''))
  svg.append(path)
  return svg
}
