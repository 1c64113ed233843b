/** The part of Cloudflare's script that is used. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Shows the widget above `field` and returns a function that gets a new token. Expired tokens are renewed in the field. */
export function turnstileAt(field: HTMLInputElement, sitekey: string): () => Promise<string> {
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
