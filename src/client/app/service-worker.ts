import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { bilingual, chooseLanguage, type Language, type SiteLanguages } from '#kernel/i18n.ts'

/** Set by `GET /sw.js`. */
declare const SITE: {
  build: string
  name: string
  languages: SiteLanguages
  icon: string
  css: string
  key: string | null
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface PushEvent extends WorkerEvent {
  data: { json(): { kind: string; n: number; path: string } } | null
}
interface ClickEvent extends WorkerEvent {
  notification: Notification
}
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { openWindow(url: string): Promise<unknown> }
}

// The types of the browser and of a service worker cannot be used in one program.
const { registration, clients } = globalThis as unknown as WorkerScope

/** Files whose names change with their content. One cache per build. */
const FILES = `joule-files-${SITE.build}`
/** Each saved post has its own cache, made by saved-posts.ts. */
const SAVED = 'joule-saved-'

const texts = bilingual({
  title: ['你已离线', 'You are offline'],
  lead: [
    '这个页面没有保存到本机，网络恢复后才能打开。',
    'This page is not saved on this device. It opens when you are online again.',
  ],
  saved: ['可以离线阅读的文章', 'Posts saved for offline reading'],
  again: ['重试', 'Try again'],
  copy: [
    '你已离线，这是保存的副本：',
    'You are offline. You are reading the copy that you saved on ',
  ],
  review: ['有文章等待审核。', 'A post waits for review.'],
  report: ['有新的举报。', 'There is a new report.'],
  test: ['推送通知已生效。', 'Push notifications work.'],
  other: ['你有新的通知。', 'You have a new notification.'],
})

// The events of a service worker have types of their own, as above.
const on = <E extends WorkerEvent>(name: string, handle: (event: E) => unknown) =>
  addEventListener(name, (event) => handle(event as Event & E))
const forEach = async (wanted: (name: string) => boolean, use: (name: string) => unknown) =>
  Promise.all((await caches.keys()).filter(wanted).map(use))

// A new version waits until the pages of the version before are closed, which still use its files.
on('install', (event) => event.waitUntil(caches.open(FILES).then((cache) => cache.add(SITE.css))))

on('activate', (event) =>
  event.waitUntil(
    Promise.all([
      forEach(
        (name) => name.startsWith('joule-files-') && name !== FILES,
        (name) => caches.delete(name),
      ),
      registration.navigationPreload?.enable(),
      followKey(),
    ]),
  ),
)

on('fetch', (event: FetchEvent) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/api(\/|$)/.test(pathname))
    return
  if (pathname.startsWith('/build/')) event.respondWith(file(request))
  else if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  // A phone without a connection may say that it has one.
  else if (!navigator.onLine || pathname.startsWith('/images/'))
    event.respondWith(
      fetch(request).catch(async () => (await savedAt(pathname)) ?? Response.error()),
    )
})

async function file(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await (await caches.open(FILES)).put(request, response.clone())
  return response
}

const savedAt = (pathname: string) =>
  caches.match(pathname, { ignoreSearch: true, ignoreVary: true })

async function page({ request, preloadResponse }: FetchEvent, pathname: string): Promise<Response> {
  try {
    const response = (await preloadResponse) ?? (await fetch(request))
    // The post was removed.
    if ([404, 410].includes(response.status)) await caches.delete(SAVED + pathname)
    return response
  } catch {
    const saved = await caches.match(pathname, { cacheName: SAVED + pathname })
    if (!saved) return offlinePage()
    const lang = await language()
    const at = new Date(saved.headers.get('Joule-Saved') ?? 0).toLocaleString(lang, {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    const note = `<p class="notice" role="status" style="margin-block-end:1rem">${texts[lang].copy}${at}</p>`
    const html = await saved.text()
    const inside = html.indexOf('>', html.indexOf('<main')) + 1
    return new Response(html.slice(0, inside) + note + html.slice(inside), {
      headers: saved.headers,
    })
  }
}

/** The language in which the site would respond to this browser. */
async function language(): Promise<Language> {
  const { cookieStore } = globalThis as {
    cookieStore?: { get(name: string): Promise<{ value: string } | null> }
  }
  const cookie = (await cookieStore?.get('lang').catch(() => null))?.value
  return chooseLanguage(SITE.languages, { cookie, acceptLanguage: navigator.languages.join(',') })
}

async function offlinePage(): Promise<Response> {
  const lang = await language()
  const text = texts[lang]
  const links = await forEach(
    (name) => name.startsWith(SAVED),
    async (name) => {
      const path = name.slice(SAVED.length)
      // saved-posts.ts has escaped the title.
      const title = (await (await caches.open(name)).match(path))?.headers.get('Joule-Title') ?? ''
      return `<li><a href="${path}" dir="auto">${decodeURIComponent(title)}</a></li>`
    },
  )
  // Without the table of character references of #kernel/html/entities.ts.
  const brand = SITE.name.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`)
  const list = links.length > 0 ? `<h2>${text.saved}</h2><ul>${links.join('')}</ul>` : ''
  return new Response(
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${text.title}</title><link rel="stylesheet" href="${SITE.css}">
<body><header class="top-bar"><div class="within"><a class="brand line" href="/">${brand}</a></div></header>
<div class="page within"><main class="prose"><h1>${text.title}</h1><p>${text.lead}</p>
<p><a class="button primary" href="">${text.again}</a></p>${list}</main></div>`,
    {
      status: 503,
      headers: {
        'Content-Type': 'text/html;charset=utf-8',
        'Content-Security-Policy': "default-src 'self'",
      },
    },
  )
}

on('push', (event: PushEvent) => event.waitUntil(show(event.data?.json())))

async function show({ kind = 'other', n = 0, path = '/messages' } = {}): Promise<void> {
  const text: Record<string, string> = texts[await language()]
  const response = n > 0 ? await call('GET', `/api/push/notices/${n}`).catch(() => null) : null
  const notice: { text: string; link: string | null; unread: number } | null = response?.ok
    ? await response.json()
    : null
  await registration.showNotification(SITE.name, {
    body: notice?.text ?? text[kind] ?? text.other ?? '',
    icon: SITE.icon,
    tag: `${kind} ${path}`,
    data: { n, path: notice?.link ?? path },
  })
  if (notice) await navigator.setAppBadge?.(notice.unread)
}

/** Longer than the request takes. A window must be opened soon after the press. */
const READ_FOR = 900

on('notificationclick', (event: ClickEvent) => {
  const { notification } = event
  notification.close()
  const { n, path } = notification.data
  const read = n > 0 ? call('POST', `/api/messages/${n}/read`).catch(() => {}) : null
  const soon = Promise.race([read, new Promise((done) => setTimeout(done, READ_FOR))])
  event.waitUntil(Promise.all([read, soon.then(() => clients.openWindow(path))]))
})

// The push service has replaced the subscription.
on('pushsubscriptionchange', (event: WorkerEvent & { oldSubscription?: PushSubscription }) => {
  const key = event.oldSubscription?.options.applicationServerKey
  if (key) event.waitUntil(subscribe(key))
})

/** The site has a new key pair (features/core/push/keys.ts). */
async function followKey(): Promise<void> {
  const subscription = await registration.pushManager?.getSubscription()
  const key = subscription?.options.applicationServerKey
  if (!key || !SITE.key || toBase64Url(new Uint8Array(key)) === SITE.key) return
  await subscription.unsubscribe()
  await subscribe(SITE.key)
}

async function subscribe(applicationServerKey: ArrayBuffer | string): Promise<void> {
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  })
  await call('PUT', '/api/push/subscription', subscription)
}

/** An API call of the signed-in user. Renews the session once. */
async function call(method: string, path: string, body?: object): Promise<Response> {
  const response = await send(method, path, body)
  if (response.status !== 401) return response
  const renewed = await send('POST', '/api/auth/refresh', {})
  return renewed.ok ? send(method, path, body) : response
}

async function send(method: string, path: string, body?: object): Promise<Response> {
  if (method === 'GET') return fetch(path)
  const { csrf_token } = await (await fetch('/api/auth/csrf')).json()
  return fetch(path, {
    method,
    headers: { 'X-CSRF-Token': csrf_token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}
