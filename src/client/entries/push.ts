import { OWNER } from '#client/app/user-data.ts'
import { attach } from '#client/attach.ts'
import { toastProblem } from '#client/behaviors/toast.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { inBrowser } from '#client/storage.ts'
import { pushForm, pushOffButton, pushState } from '#features/core/push/hooks.ts'
import { appOwner } from '#features/core/shell/hooks.ts'

type Problem = 'unsupported' | 'install' | 'denied' | 'failed'

/** Asks for permission only after a press. */
function push(): void {
  const form = find<HTMLFormElement>(pushForm)
  if (!form) return
  const problem = problemHere()
  if (problem) {
    form.hidden = true
    show(problem)
    return
  }
  // The owner of the browser has taken the permission back in the meantime.
  if (find(pushOffButton) && Notification.permission !== 'granted') show('denied')
  const times = [...form.querySelectorAll<HTMLInputElement>('[type=time]')]
  form.addEventListener('input', () => {
    for (const time of times) time.required = times.some(({ value }) => value !== '')
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void turnOn(form)
  })
  find(pushOffButton)?.addEventListener('click', () => void turnOff())
}

function problemHere(): Problem | null {
  if ('PushManager' in window && 'serviceWorker' in navigator) return null
  return 'standalone' in navigator && !navigator.standalone ? 'install' : 'unsupported'
}

function show(about: Problem): void {
  for (const line of findAll(pushState)) line.hidden = read(pushState, line).about !== about
}

async function turnOn(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button || button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  try {
    if ((await Notification.requestPermission()) !== 'granted') return show('denied')
    const subscription = await subscribed().catch(() => null)
    if (!subscription) return show('failed')
    const { endpoint, keys } = subscription.toJSON()
    const values = new FormData(form)
    const [from, until] = [values.get('from'), values.get('until')]
    values.delete('from')
    values.delete('until')
    const quiet = from && until ? { from, until } : null
    await api.put('/api/push/subscription', {
      endpoint,
      keys,
      categories: [...values.keys()],
      quiet,
    })
    inBrowser.write(OWNER, read(appOwner, document.body).owner ?? '')
    location.reload()
  } catch (error) {
    toastProblem(error)
  } finally {
    button.ariaBusy = 'false'
  }
}

/** A subscription for another key of the site is replaced. */
async function subscribed(): Promise<PushSubscription> {
  const { key } = await api.get('/api/push/key')
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: String(key) }
  try {
    return await pushManager.subscribe(options)
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

async function turnOff(): Promise<void> {
  try {
    await api.delete('/api/push/subscription')
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    location.reload()
  } catch (error) {
    toastProblem(error)
  }
}

attach(push)
