import { createExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { decode } from '#compute/images/photon.ts'
import { sniffImage } from '#compute/images/strip.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { PNG, SVG } from '#test/images.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const LOGO = '/api/admin/identity/logo'

const send = (client: Client, file: Uint8Array) => client.upload(LOGO, file)

/** A site with an uploaded logo, its URL and the keys of its two images. */
async function withLogo() {
  const world = new World()
  const owner = await world.member({ role: 'owner' })
  const { status, json } = await send(owner, PNG)
  const keys = await world.db.first(
    sql<
      Record<string, string>
    >`SELECT logo_key AS small, logo_large_key AS large FROM site_identity`,
  )
  return {
    world,
    owner,
    status,
    url: json.logo_url as string,
    small: keys?.small,
    large: keys?.large,
  }
}

test('a logo appears on pages, in feeds and in share cards', async () => {
  const { world, status, url, small, large } = await withLogo()
  expect(status).toBe(200)
  expect(url).toBe(`/images/${large}`)
  const visitor = world.visitor()
  const page = (await visitor.get('/help')).text
  expect(page).toContain(`<img class="logo" src="/images/${small}" alt=""`)
  expect(page).toContain(`<link rel="icon" href="/images/${small}" type="image/webp">`)
  expect(page).toContain('<link rel="apple-touch-icon" href="/app-icons/180">')
  expect(page).toContain(`<meta property="og:image" content="http://joule.test/images/${large}">`)
  expect(page).toContain('<meta name="twitter:card" content="summary">')
  expect((await visitor.get('/feed.xml')).text).toContain(
    `<icon>http://joule.test/images/${large}</icon>`,
  )
})

test('a logo is in the manifest in each size', async () => {
  const { world, small, large } = await withLogo()
  const manifest = await world.visitor().get('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  expect(JSON.parse(manifest.text).icons).toEqual([
    { src: `/images/${small}`, type: 'image/webp', sizes: '256x256' },
    { src: `/images/${large}`, type: 'image/png', sizes: '512x512', purpose: 'any' },
    { src: '/app-icons/192', type: 'image/png', sizes: '192x192', purpose: 'maskable' },
    { src: '/app-icons/512', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ])
  const stored = await world.env.IMAGES.get(large ?? '')
  expect(
    sniffImage(new Uint8Array(await (stored?.arrayBuffer() ?? new ArrayBuffer(0)))),
  ).toMatchObject({
    type: 'image/png',
    width: 512,
    height: 512,
  })
})

test('the manifest of an admin has one more shortcut than that of a visitor', async ({
  visitor,
  owner,
}) => {
  const shortcuts = async (path: string) =>
    JSON.parse((await visitor.get(path)).text).shortcuts.map(({ url }: { url: string }) => url)
  expect(await shortcuts('/manifest.webmanifest')).toEqual(['/studio/write', '/messages'])
  const [link = ''] = /\/manifest[^"]+/.exec((await owner.get('/help')).text) ?? []
  expect(await shortcuts(link)).toEqual(['/studio/write', '/messages', '/admin/posts'])
})

test('the clean-up deletes only the previous logo, and a removed logo is replaced by the icon of the product', async () => {
  const { world, owner, url: before } = await withLogo()
  const { logo_url: url } = (await send(owner, PNG)).json
  for (const days of [2, 4])
    await runOnly(['delete unused images'], world.env, new Date(world.now.getTime() + days * DAY))
  const visitor = world.visitor()
  expect((await visitor.get(url)).status).toBe(200)
  expect((await visitor.get(before)).status).toBe(404)

  await owner.delete(LOGO)
  expect((await visitor.get('/help')).text).toContain(
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  )
})

test('a wide logo replaces the square one and the name in the bar, a dark logo replaces the wide one in the dark theme', async ({
  world,
  owner,
  visitor,
}) => {
  const brand = async () => /<a class="brand.*?<\/a>/s.exec((await visitor.get('/help')).text)?.[0]
  const { json } = await owner.upload(`${LOGO}?kind=wide`, PNG)
  expect(json.logos).toEqual({
    square: null,
    wide: expect.stringMatching(/^\/images\/.*\.webp$/),
    dark: null,
  })
  // 60 × 40 pixels are small enough, so the logo is neither scaled nor cropped.
  expect(await brand()).toContain(
    `<img class="bar-logo" src="${json.logos.wide}" alt="" width="60" height="40"/></a>`,
  )
  const { logos } = (await owner.upload(`${LOGO}?kind=dark`, PNG)).json
  expect(await brand()).toMatch(
    /class="bar-logo on-light".*class="bar-logo on-dark".*loading="lazy"/,
  )
  expect(await brand()).not.toContain('Joule</')
  expect((await visitor.get(logos.dark)).status).toBe(200)
  for (const days of [2, 4])
    await runOnly(['delete unused images'], world.env, new Date(world.now.getTime() + days * DAY))
  expect((await visitor.get(logos.wide)).status, 'the clean-up keeps it').toBe(200)
  await owner.delete(`${LOGO}?kind=wide`)
  expect(await brand()).toMatch(/<span class="on-light"><svg.*bar-logo on-dark.*brand-name/s)
  expect((await owner.delete(`${LOGO}?kind=dark`)).json.logos).toEqual({
    square: null,
    wide: null,
    dark: null,
  })
  expect(await brand()).not.toContain('<img')
  expect(await refusalOf(owner.upload(`${LOGO}?kind=tall`, PNG))).toEqual([422, 'kind'])
})

test('a file that is not an image is refused as a logo', async ({ owner }) => {
  expect((await send(owner, SVG)).status).toBe(415)
  expect((await owner.get('/api/admin/identity')).json.logo_url).toBeNull()
})

test('mails and authenticator apps show the name of the site', async ({ world }) => {
  const owner = await world.member({ role: 'owner', isVerified: true })
  await owner.put('/api/admin/identity', { name: 'Tea "&" Letters' })
  await owner.post('/api/admin/mail/test')
  expect(await mailTo(world, owner.user.email ?? '')).toMatchObject([
    { subject: 'A test mail from Tea "&" Letters' },
  ])
  expect((await owner.get('/admin/mail')).text).toContain(
    '-- \nTea &quot;&amp;&quot; Letters · http://joule.test',
  )
  const { json } = await owner.post('/api/settings/totp', {
    password: 'correct horse battery staple',
  })
  expect(new URL(json.otpauth_url).searchParams.get('issuer')).toBe('Tea "&" Letters')
  const manifest = JSON.parse((await world.visitor().get('/manifest.webmanifest')).text)
  expect(manifest).toMatchObject({ name: 'Tea "&" Letters', theme_color: '#ec7a10' })
  const help = (await world.visitor().get('/help')).text
  expect(help, 'the picture with the other name on it is not shown').toContain('/img/icon-512.png')
  await owner.put('/api/admin/identity', { name: null })
})

test('icons for home screens have the logo or the mark on a square of the accent', async ({
  owner,
  world,
}) => {
  const icon = async (path: string) => {
    const request = new Request(`http://joule.test${path}`, {
      headers: { 'Sec-Fetch-Dest': 'image' },
    })
    const response = await world.app.fetch(request, world.env, createExecutionContext())
    return { status: response.status, file: new Uint8Array(await response.arrayBuffer()) }
  }
  const colours = async (side: number) => {
    const { width, data } = decode((await icon(`/app-icons/${side}`)).file)
    expect(width).toBe(side)
    const at = (x: number, y: number) => [...data.slice(4 * (y * side + x), 4 * (y * side + x) + 3)]
    return { corner: at(0, side - 1), stem: at(Math.round(side * 0.5625), Math.round(side * 0.55)) }
  }
  await owner.put('/api/admin/identity', { accent: '#204080' })
  for (const side of [180, 192, 512])
    expect(await colours(side)).toMatchObject({ corner: [32, 64, 128], stem: [255, 255, 255] })
  await send(owner, PNG)
  const { corner, stem } = await colours(192)
  expect(corner).toEqual([32, 64, 128])
  expect(stem).not.toEqual([255, 255, 255])
  expect((await icon('/app-icons/64')).status).toBe(404)
  await owner.delete(LOGO)
  await owner.put('/api/admin/identity', { accent: null })
})
