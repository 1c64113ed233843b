import { Hono } from 'hono'
import * as z from 'zod'
import { type Group, group } from '#db/client.ts'
import { SETTING_KEYS } from '#db/values.ts'
import type { AppEnv } from '#env'
import { asUserRef, type UserRef, UserRefShape } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { adminContentRulesTexts, LISTS } from '#features/operations/admin/content-rules/views.tsx'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import {
  type AdminPageName,
  entryOf,
  PAGES,
  pagesFor,
  showAdminPage,
} from '#features/operations/admin/frame/page.tsx'
import { adminTexts, settingAnchor, settingNames } from '#features/operations/admin/frame/text.ts'
import { adminSiteTexts } from '#features/operations/admin/frame/text-settings.ts'
import { PersonLine } from '#features/operations/admin/frame/views-queue.tsx'
import { adminIdentityTexts } from '#features/operations/admin/identity/text.ts'
import { lookTexts } from '#features/operations/admin/identity/text-look.ts'
import { peopleLike } from '#features/operations/admin/people/list.ts'
import { bilingual, LANGUAGES, type Language } from '#kernel/i18n.ts'
import { Card, EmptyState, PageHead } from '#web/components/elements.tsx'
import { admin } from '#web/guards/access.ts'
import { adminRead, summary } from '#web/openapi/admin.ts'
import { pageFilters, query } from '#web/validation/validate.ts'

const FOUND_MAX = 8

const LinkShape = z.object({
  title: z.string(),
  page: z
    .string()
    .describe(
      'The title of the page that contains the setting, or of the group that contains the page.',
    ),
  href: z.string(),
})
const FoundShape = z
  .object({
    pages: z.array(LinkShape),
    settings: z.array(LinkShape),
    people: z.array(UserRefShape),
  })
  .meta({ id: 'AdminSearch' })

type Found = z.infer<typeof FoundShape>

const SearchQuery = z.object({ q: searchInput })

export const adminSearchApi = new Hono<AppEnv>().get(
  '/admin/search',
  adminRead('searchAdmin', FoundShape),
  summary('Find admin pages and settings by name, and users by username, e-mail address or uid'),
  query(SearchQuery),
  async (c) => {
    const { db, viewer, language } = c.var
    const { q = '' } = c.req.valid('query')
    const people = await db.read(peopleNamed(q, language))
    return c.json({ ...linksLike(q, viewer, language), people })
  },
)

/**
 * The results for browsers without JavaScript. With an empty query the page lists every page of
 * administration.
 */
export const adminSearchPages = new Hono<AppEnv>().get(
  '/admin/search',
  admin,
  pageFilters(SearchQuery.shape),
  (c) => {
    const { viewer, language } = c.var
    const { q = '' } = c.req.valid('query')
    const about = { name: null, title: adminSearchTexts[language].title }
    const links = linksLike(q, viewer, language, Number.POSITIVE_INFINITY)
    return showAdminPage(c, about, { people: peopleNamed(q, language) }, ({ people }) => (
      <FoundView found={{ ...links, people }} {...{ q, language }} />
    ))
  },
)

function peopleNamed(q: string, language: Language): Group<UserRef[]> {
  if (q === '') return { statements: [], result: () => [] }
  return group({ rows: peopleLike(q, FOUND_MAX) }, ({ rows }) =>
    rows.map((row) => asUserRef(row, language)),
  )
}

type Links = Pick<Found, 'pages' | 'settings'>

function linksLike(q: string, viewer: Viewer, language: Language, max = FOUND_MAX): Links {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const translations = LANGUAGES.map((each) => linksFor(viewer, each))
  const best = (kind: keyof Links) =>
    linksFor(viewer, language)
      [kind].map((link, at) => ({
        link,
        rank: Math.min(...translations.map((all) => rankOf(all[kind][at], words))),
      }))
      .filter(({ rank }) => rank < NOT_FOUND)
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, max)
      .map(({ link: { title, page, href } }) => ({ title, page, href }))
  return { pages: best('pages'), settings: best('settings') }
}

type Entry = Found['pages'][number] & { about?: string }

const NOT_FOUND = 3

/**
 * 0 if the title begins with the text, 1 if its words match words of the title, 2 if they match
 * words of the title or the description.
 */
function rankOf(link: Entry | undefined, words: string[]): number {
  if (!link) return NOT_FOUND
  const title = link.title.toLowerCase()
  const whole = `${title} ${link.about?.toLowerCase()}`
  if (title.startsWith(words.join(' '))) return 0
  if (words.every((word) => hasWord(title, word))) return 1
  return words.every((word) => hasWord(whole, word)) ? 2 : NOT_FOUND
}

/**
 * Whether a word of the text begins with `word`. Chinese has no spaces between words, so Chinese
 * matches anywhere.
 */
function hasWord(text: string, word: string): boolean {
  if (/\P{ASCII}/u.test(word)) return text.includes(word)
  return text.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word))
}

function linksFor(viewer: Viewer, language: Language): Record<keyof Links, Entry[]> {
  const { nav, groups } = adminTexts[language]
  const pages = pagesFor(viewer)
  const settings = Object.entries(settingsOf(language)) as [AdminPageName, Setting[]][]
  return {
    pages: pages.map(([name, { at, href }]) => ({
      title: nav[name],
      ...('group' in at
        ? { page: groups[at.group] }
        : { page: nav[entryOf(name)], about: nav[entryOf(name)] }),
      href,
    })),
    settings: settings
      .filter(([page]) => pages.some(([name]) => name === page))
      .flatMap(([page, all]) =>
        all.map(({ id, ...setting }) => ({
          ...setting,
          page: nav[page],
          href: `${PAGES[page].href}#${id}`,
        })),
      ),
  }
}

/** `id` is the anchor of the setting on its page. */
type Setting = { id: string; title: string; about?: string }

function settingsOf(language: Language): Partial<Record<AdminPageName, Setting[]>> {
  const rules = adminContentRulesTexts[language]
  return {
    settings: SETTING_KEYS.map((key) => ({
      id: settingAnchor(key),
      title: settingNames[language][key],
      about: adminSiteTexts[language].switches[key].hint,
    })),
    identity: Object.entries(adminIdentityTexts[language].cards).map(([id, title]) => ({
      id,
      title,
    })),
    look: (['ready', 'colours', 'type', 'shape', 'css', 'file'] as const).map((name) => ({
      id: name === 'type' ? 'fonts' : name,
      title: lookTexts[language][name],
    })),
    rules: LISTS.map((list) => ({ id: list, title: rules[list].title, about: rules[list].lead })),
  }
}

function FoundView({ found, q, language }: { found: Found; q: string; language: Language }) {
  const text = adminSearchTexts[language]
  const { pages, settings, people } = found
  const isEmpty = pages.length + settings.length + people.length === 0
  return (
    <>
      <PageHead title={q === '' ? text.title : text.titleFor(q)} />
      {isEmpty && <EmptyState icon="search" title={text.none} hint={text.noneHint} />}
      <div class="stack">
        <FoundLinks id="pages" title={text.pages} links={pages} />
        <FoundLinks id="settings" title={text.settings} links={settings} />
        {people.length > 0 && (
          <Card heading="people-heading" title={text.people}>
            <ul class="found">
              {people.map((person) => (
                <li>
                  <PersonLine person={person} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  )
}

function FoundLinks({ id, title, links }: { id: string; title: string; links: Found['pages'] }) {
  if (links.length === 0) return null
  return (
    <Card heading={`${id}-heading`} title={title}>
      <ul class="found">
        {links.map(({ href, title, page }) => (
          <li>
            <a href={href}>{title}</a> <span class="faint">{page}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const adminSearchTexts = bilingual({
  title: ['搜索后台', 'Search admin'],
  titleFor: [(q: string) => `“${q}”的搜索结果`, (q: string) => `Results for “${q}”`],
  pages: ['页面', 'Pages'],
  settings: ['设置', 'Settings'],
  people: ['成员', 'People'],
  none: ['没有找到', 'Nothing found'],
  noneHint: [
    '可以搜索页面和设置的名称，或成员的用户名、邮箱和 UID 的开头。',
    'Search for the name of a page or a setting, or for the start of a username or e-mail address.',
  ],
})
