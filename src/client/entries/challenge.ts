import { ApiError } from '#client/api-error.ts'
import { attach } from '#client/attach.ts'
import { toast } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { challengeField } from '#features/accounts/login/hooks.ts'

/** The response of `GET /api/auth/challenge`. */
interface Challenge {
  algorithm: string
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

const SIGNS = ['pointerdown', 'focusin', 'input']

/**
 * Solves the challenge of the form in a worker when the form is first used, so that it is usually
 * done before the form is sent. A form that is sent earlier waits for it.
 */
function solveChallenge(): void {
  const field = find<HTMLInputElement>(challengeField)
  const form = field?.form
  if (!field || !form) return
  const { worker, failed, siteKey } = read(challengeField, field)
  const getSolution = siteKey === undefined ? () => solved(worker) : turnstileAt(field, siteKey)
  let solving: Promise<void> | null = null
  let isWaiting = false
  let hasRetried = false

  const solve = () => {
    solving ??= getSolution().then((solution) => {
      field.value = solution
    })
    return solving
  }
  const forget = () => {
    field.value = ''
    solving = null
  }
  const sendWhenSolved = async (submitter: HTMLElement | null) => {
    if (isWaiting) return
    isWaiting = true
    const busy = (on: boolean) => {
      for (const element of [form, submitter]) element?.setAttribute('aria-busy', String(on))
    }
    busy(true)
    const isSolved = await solve().then(
      () => true,
      () => false,
    )
    busy(false)
    isWaiting = false
    if (isSolved) return form.requestSubmit(submitter)
    forget()
    toast(failed, 'danger')
  }

  // The browser may have restored the field of an earlier visit.
  forget()
  addEventListener('pageshow', ({ persisted }) => persisted && forget())
  // An error is shown only when the form is sent.
  const start = () => void solve().catch(() => undefined)
  for (const sign of SIGNS) form.addEventListener(sign, start, { once: true })
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return
    event.preventDefault()
    event.stopPropagation()
    void sendWhenSolved(event.submitter)
  })
  form.addEventListener('joule:refused', (event) => {
    const error = event instanceof CustomEvent && event.detail
    if (!(error instanceof ApiError)) return
    const isFailed = error.code === 'challenge_failed'
    // The solution has expired, or an earlier request whose response was lost has used it. A token
    // of Turnstile is used up by every request.
    if (isFailed || siteKey !== undefined) forget()
    if (!isFailed || hasRetried) return
    hasRetried = true
    event.preventDefault()
    // It is sent again after api-form.ts has cleared the busy state of the form.
    setTimeout(() => form.requestSubmit())
  })
}

/** The payload of the widget of ALTCHA: base64 of JSON. */
async function solved(address: string): Promise<string> {
  const response = await fetch('/api/auth/challenge')
  if (!response.ok) throw new Error(`no challenge: ${response.status}`)
  const { maxnumber, ...challenge }: Challenge = await response.json()
  const number = await numberOf(address, { ...challenge, maxnumber })
  return btoa(JSON.stringify({ ...challenge, number }))
}

function numberOf(
  address: string,
  { algorithm, challenge, salt, maxnumber }: Challenge,
): Promise<number> {
  // Browsers have no SHA-256 for pages without https, and the worker would not respond.
  if (!isSecureContext) return Promise.reject(new Error('not a secure context'))
  const worker = new Worker(address, { type: 'module' })
  return new Promise<number>((resolve, reject) => {
    worker.onerror = () => reject(new Error('the solver failed'))
    worker.onmessage = ({ data }: MessageEvent<{ number: number } | null>) =>
      data ? resolve(data.number) : reject(new Error('no solution'))
    worker.postMessage({
      type: 'work',
      payload: { algorithm, challenge, salt, max: maxnumber, start: 0 },
    })
  }).finally(() => worker.terminate())
}

/** The part of Cloudflare's script that this file uses. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/**
 * Shows the widget above `field` and returns a function that gets a new token. The widget renews an
 * expired token in the field.
 */
function turnstileAt(field: HTMLInputElement, sitekey: string): () => Promise<string> {
  let widget: string | null = null
  let asked: { resolve(token: string): void; reject(error: Error): void } | null = null
  const place = document.createElement('div')
  field.before(place)
  const options = {
    sitekey,
    language: document.documentElement.lang,
    callback: (token: string) => {
      if (asked === null) field.value = token
      asked?.resolve(token)
      asked = null
    },
    'error-callback': () => {
      asked?.reject(new Error('Turnstile failed'))
      asked = null
    },
  }
  return async () => {
    const turnstile = await loaded()
    return new Promise((resolve, reject) => {
      asked = { resolve, reject }
      if (widget === null) widget = turnstile.render(place, options)
      else turnstile.reset(widget)
    })
  }
}

function loaded(): Promise<Turnstile> {
  const known = (window as { turnstile?: Turnstile }).turnstile
  if (known) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onerror = () => reject(new Error('Turnstile could not be loaded'))
    script.onload = () => resolve(loaded())
    document.head.append(script)
  })
}

attach(solveChallenge)
