import { expect, onTestFinished, test } from 'vitest'
import { browserOf, type Person, site, tabIn } from './support/browser.ts'
import { person, post, say } from './support/community.ts'
import { openOffice } from './support/office.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The height that a keyboard leaves. */
const WITH_KEYBOARD = { width: 390, height: 440 }

const SETTINGS = ['profile', 'account', 'security', 'sessions', 'notifications', 'tokens', 'energy']
const ADMIN =
  'posts profiles reports users sign-in apps comments tags content-rules site-settings webhooks mail audit-log'

test.each<[string, (() => Promise<Person>) | null, string[]]>([
  [
    'a visitor',
    null,
    ['/', '/posts', '/tags', '/search?q=talk', '/login', '/register', '/forgot', '/help'],
  ],
  [
    'a member',
    person,
    [
      '/messages',
      '/studio',
      '/studio/posts',
      '/studio/write',
      '/help',
      ...SETTINGS.map((tab) => `/settings?tab=${tab}`),
    ],
  ],
  ['an owner', ownerWithQueue, ['/admin', ...ADMIN.split(' ').map((room) => `/admin/${room}`)]],
])(
  '%s touches targets of 44 px at 390 px, and sees each field above the keyboard',
  async (_, who, paths) => {
    const author = await person()
    const id = await post(author, { tags: ['touch'] })
    await say(await person(), id, 'A comment')
    const page = await tabIn(await browserOf((await who?.()) ?? null, PHONE))
    const problems: string[] = []
    for (const path of [...paths, `/posts/${id}`, `/space/${author.uid}`]) {
      await page.setViewportSize(PHONE.viewport)
      expect((await page.goto(site + path))?.status(), path).toBe(200)
      const small = await page.evaluate(smallTargets)
      const drawn = await page.evaluate(drawnAreas)
      await page.setViewportSize(WITH_KEYBOARD)
      const covered = await page.evaluate(coveredFields)
      problems.push(...[...small, ...drawn, ...covered].map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
  },
)

/** The review page shows its controls only beside a post. */
async function ownerWithQueue(): Promise<Person> {
  const office = await openOffice()
  await office.submitted('To be reviewed')
  onTestFinished(async () => void (await office.tidy()))
  return office.owner
}

/**
 * Runs in the page. A control has 44 px, with the area around it that a pseudo-element adds. A link
 * of text may be smaller if no other target is that near; links in a sentence are excepted, as in
 * WCAG 2.5.5.
 */
function smallTargets(): string[] {
  const SIDE = 44
  // A scale of the layout may round a pixel away.
  const half = SIDE / 2 - 1
  const shown = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, summary, select, textarea, input'),
  ].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // A touch beside the name below a post opens the post: its link covers the card.
      !element.closest('.visually-hidden, .skip-link, [inert], .post-list footer'),
  )
  // The link of a title covers its card.
  const titled = '.post-list > li:has(:is(h2, h3) a)'
  const targetOf = (element: Element) =>
    element.closest('label') ??
    (element.matches(':is(h2, h3) a') ? element.closest(titled) : null) ??
    element
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim()
  const isTooSmall = (element: HTMLElement) => {
    const target = targetOf(element)
    const { width, height } = target.getBoundingClientRect()
    if (width < 2 || (width >= SIDE && height >= SIDE) || isInSentence(element)) return false
    target.scrollIntoView({ block: 'center' })
    const { left, top } = target.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const at = (dx: number, dy: number) => document.elementFromPoint(x + dx, y + dy)
    // Another element covers it, such as the clip of the search field.
    if (!target.contains(at(0, 0))) return false
    const isLink = element.matches('a:not(.button)')
    const isOurs = (dx: number, dy: number) => {
      const hit = at(dx, dy)
      const other = hit?.closest('a[href], button, summary, select, textarea, input, label')
      // Null at the edge of the page, where nothing else can be touched.
      return hit === null || target.contains(hit) || (isLink && !other)
    }
    const isWide = width >= SIDE || (isOurs(-half, 0) && isOurs(half, 0))
    return !isWide || !(height >= SIDE || (isOurs(0, -half) && isOurs(0, half)))
  }
  return shown.filter(isTooSmall).map((element) => {
    const { width, height } = targetOf(element).getBoundingClientRect()
    const name = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 20)
    return `${element.tagName} .${element.className} in .${element.parentElement?.className} “${name}” ${Math.round(width)} × ${Math.round(height)}`
  })
}

/**
 * Runs in the page: controls whose touch area (`::after` in overrides.css) has a border or is
 * rotated, because the control draws its chevron with the same pseudo-element.
 */
function drawnAreas(): string[] {
  return [...document.querySelectorAll('a, button, summary, label')]
    .filter((control) => {
      const { content, position, borderTopWidth, borderRightWidth, rotate } = getComputedStyle(
        control,
        '::after',
      )
      const isArea = content === '""' && position === 'absolute'
      return isArea && [borderTopWidth, borderRightWidth, rotate].join() !== '0px,0px,none'
    })
    .map(({ tagName, className }) => `the touch area of ${tagName} .${className} is drawn`)
}

/** Runs in the page: fields that something covers after they got the focus. */
function coveredFields(): string[] {
  const fields =
    'textarea, [contenteditable=true], input:is([type=text], [type=email], [type=password], [type=search])'
  const found = [...document.querySelectorAll<HTMLElement>(fields)].filter((field) => {
    if (!field.checkVisibility({ visibilityProperty: true })) return false
    field.focus()
    field.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = field.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
    return hit !== null && !field.contains(hit) && !hit.contains(field)
  })
  const isWider = document.documentElement.scrollWidth > innerWidth
  return [
    ...found.map(({ id, className }) => `the field ${id || className} is covered`),
    ...(isWider ? ['too wide'] : []),
  ]
}
