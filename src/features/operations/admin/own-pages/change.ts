import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { command, type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { OwnPage, SitePage, SitePageName } from '#db/schema/core.ts'
import { PAGE_PLACES, SITE_PAGES } from '#db/values.ts'
import { identityChanging, wholeIdentity } from '#features/core/identity/identity.ts'
import { plainLine } from '#features/core/identity/inputs.ts'
import { HOME_TEXT, ownPagePath } from '#features/core/identity/own-page.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { writePage } from '#features/operations/admin/own-pages/fixed-page.ts'
import { imageKeysIn, isComplete, PostInput } from '#features/publishing/posts/content.ts'
import { AppError, type FieldProblem } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith, problem } from '#kernel/fields.ts'
import { LANGUAGES, type OwnText } from '#kernel/i18n.ts'

export const PAGE_TITLE_MAX = 60
/** The CHECK of own_pages has the same number. */
export const SLUG_MAX = 40
/** The trigger own_pages_fifty_at_most has the same number. */
export const OWN_PAGES_MAX = 50

const titleInput = plainLine(PAGE_TITLE_MAX)
  .transform((title) => (title === '' ? null : title))
  .nullable()
const bodyInput = PostInput.shape.body.nullable()

const parts = {
  title: z.object({ zh: titleInput, en: titleInput }).partial(),
  body: z.object({ zh: bodyInput, en: bodyInput }).partial(),
  in: z.enum(PAGE_PLACES),
}

/** Whether the address is that of the page about, rules or privacy, which are stored apart. */
export const isFixed = (slug: string): slug is SitePageName =>
  (SITE_PAGES as readonly string[]).includes(slug)

/** A slug in a path. */
export const pathSlug = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .max(SLUG_MAX)

const SlugInput = z
  .string()
  .trim()
  .superRefine((slug, context) => {
    if (slug === '') context.addIssue(problem('required'))
    else if (!/^[a-z0-9-]+$/.test(slug)) context.addIssue(problem('slug_characters'))
    else if (slug.length > SLUG_MAX) context.addIssue(problem('too_long', SLUG_MAX))
    else if (isFixed(slug) || slug === HOME_TEXT) context.addIssue(problem('page_exists'))
  })
  .meta({ pattern: '^[a-z0-9-]{1,40}$' })

/** A page without a text in either language is not public yet. */
export const NewPageInput = z.object({
  slug: SlugInput,
  title: parts.title,
  body: parts.body.optional(),
  in: parts.in.default('none'),
})

/**
 * Fields that are missing stay unchanged. `version` is the version that was edited; null for a text
 * that does not exist yet. The editor sends one text with its language. The pages about, rules and
 * privacy take nothing else.
 */
export const PageChangeInput = z
  .object({
    ...parts,
    body: z.union([PostInput.shape.body, parts.body]),
    language: z.enum(LANGUAGES),
    version: z.int().min(1).nullable(),
  })
  .partial()

/** A missing text does not change. */
type Texts = { [Name in keyof OwnText]?: OwnText[Name] | undefined }

/** The parts of a page that a request changes. */
interface Parts {
  title?: Texts | undefined
  body?: Texts | undefined
  in?: OwnPage['place'] | undefined
}

export async function createPage(
  db: Database,
  compute: Compute,
  owner: AuditActor,
  { slug, ...wanted }: z.output<typeof NewPageInput>,
  now: Date,
): Promise<OwnPage> {
  const { pages } = await db.read({
    pages: sql<{ slug: string }>`SELECT slug FROM own_pages WHERE slug <> ${HOME_TEXT}`,
  })
  if (pages.some((page) => page.slug === slug)) throw refused('slug', fieldProblem('page_exists'))
  if (pages.length >= OWN_PAGES_MAX)
    throw refused('slug', fieldProblemWith('too_many', OWN_PAGES_MAX))
  return write(db, compute, owner, emptyPage(slug, now), wanted, now)
}

/**
 * The trigger own_pages_version_conflict refuses the second of two concurrent changes. The text of
 * the home page is created by its first change.
 */
export async function changePage(
  db: Database,
  compute: Compute,
  owner: AuditActor,
  slug: string,
  { version, language, body, ...wanted }: z.output<typeof PageChangeInput>,
  now: Date,
): Promise<OwnPage> {
  const stored = await db.read(ownPage(slug))
  if (stored === null && slug !== HOME_TEXT) throw new AppError('not_found')
  if (version !== undefined && version !== (stored?.version ?? null))
    throw new AppError('version_conflict')
  if (typeof body === 'string' && language === undefined)
    throw refused('language', fieldProblem('required'))
  const textIn = (raw: string): Texts => (language === 'en' ? { en: raw } : { zh: raw })
  const bodies = typeof body === 'string' ? textIn(body) : body
  const before = stored ?? emptyPage(slug, now)
  return write(db, compute, owner, before, { ...wanted, body: bodies }, now)
}

/** Changes one text of the page about, rules or privacy. */
export function changeFixedPage(
  db: Database,
  compute: Compute,
  owner: AuditActor,
  name: SitePageName,
  input: z.output<typeof PageChangeInput>,
  now: Date,
): Promise<SitePage | null> {
  const { language, body, version = null } = input
  if (language === undefined) throw refused('language', fieldProblem('required'))
  if (typeof body !== 'string') throw refused('body', fieldProblem('required'))
  return writePage(db, compute, owner, name, { language, body, version }, now)
}

/** The trigger own_pages_release_images removes the uses of its images. */
export async function removePage(
  db: Database,
  owner: AuditActor,
  slug: string,
  now: Date,
): Promise<void> {
  const page = await db.read(ownPage(slug))
  if (page === null) throw new AppError('not_found')
  const changed = identityChanging(now)
  const { identity } = await db.read({
    change: command([
      entry(owner, page, null, now),
      sql`DELETE FROM own_pages WHERE slug = ${slug}`,
    ]),
    identity: wholeIdentity,
  })
  changed(identity)
}

export function ownPage(slug: string): Group<OwnPage | null> {
  return one(sql<OwnPage>`
    SELECT slug, place, title_zh, title_en, version, created_at, updated_at, body_zh, body_en
    FROM own_pages WHERE slug = ${slug}`)
}

/** What the list of pages shows. It does not read the texts. */
export type PageSummary = Omit<OwnPage, 'body_zh' | 'body_en'> & { zh: 0 | 1; en: 0 | 1 }

/** At most OWN_PAGES_MAX rows, oldest first. */
const summaries: Statement<PageSummary> = sql`
  SELECT slug, place, title_zh, title_en, version, created_at, updated_at,
    body_zh IS NOT NULL AS zh, body_en IS NOT NULL AS en
  FROM own_pages WHERE slug <> ${HOME_TEXT} ORDER BY created_at, slug`

export const allPages: Group<PageSummary[]> = group({ rows: summaries }, ({ rows }) => rows)

export const OwnPageShape = z
  .object({
    slug: z.string(),
    path: z.string().describe('The address of the page on this site.'),
    title: z.object({ zh: z.string().nullable(), en: z.string().nullable() }),
    body: z
      .object({ zh: z.string().nullable(), en: z.string().nullable() })
      .describe('Sanitised HTML. A reader of a missing language gets the other one.'),
    in: z.enum(PAGE_PLACES).describe('Where pages of the site link to it.'),
    version: z.int(),
    updated_at: z.string(),
  })
  .meta({ id: 'OwnPage' })

export const PageSummaryShape = OwnPageShape.omit({ body: true })
  .extend({ languages: z.array(z.enum(['zh', 'en'])).describe('The languages of its texts.') })
  .meta({ id: 'OwnPageSummary' })

export function asOwnPage(page: OwnPage): z.input<typeof OwnPageShape> {
  return { ...shared(page), body: { zh: page.body_zh, en: page.body_en } }
}

export function asSummary(page: PageSummary): z.input<typeof PageSummaryShape> {
  return {
    ...shared(page),
    languages: (['zh', 'en'] as const).filter((language) => page[language] === 1),
  }
}

function shared({ slug, title_zh, title_en, place, version, updated_at }: PageSummaryRow) {
  return {
    slug,
    path: ownPagePath(slug),
    title: { zh: title_zh, en: title_en },
    in: place,
    version,
    updated_at,
  }
}

type PageSummaryRow = Omit<OwnPage, 'body_zh' | 'body_en'>

function emptyPage(slug: string, now: Date): OwnPage {
  const at = now.toISOString()
  return {
    slug,
    place: 'none',
    // The text of the home page has no title of its own.
    title_zh: slug === HOME_TEXT ? HOME_TEXT : null,
    title_en: null,
    version: 0,
    created_at: at,
    updated_at: at,
    body_zh: null,
    body_en: null,
  }
}

/**
 * A page with the version 0 is new. A change that changes nothing is neither written nor logged.
 */
async function write(
  db: Database,
  compute: Compute,
  owner: AuditActor,
  before: OwnPage,
  wanted: Parts,
  now: Date,
): Promise<OwnPage> {
  const { title = {}, body = {}, in: place = before.place } = wanted
  const { title_zh, title_en } = before
  const titles = { title_zh, title_en, ...titlesOf(title) }
  if (titles.title_zh === null && titles.title_en === null)
    throw refused('title', fieldProblem('required'))
  const bodies = {
    body_zh: body.zh === undefined ? before.body_zh : await sanitised(compute, body.zh, 'body.zh'),
    body_en: body.en === undefined ? before.body_en : await sanitised(compute, body.en, 'body.en'),
  }
  const version = before.version + 1
  const page = { ...before, ...titles, ...bodies, place, version, updated_at: now.toISOString() }
  if (before.version > 0 && isSame(before, page)) return before
  const images = JSON.stringify(imageKeysIn((page.body_zh ?? '') + (page.body_en ?? ''), null))
  const { slug } = page
  const changed = identityChanging(now)
  const { identity } = await db.read({
    change: command([
      entry(owner, before.version === 0 ? null : before, page, now),
      before.version === 0 ? insertion(page) : update(page),
      sql`DELETE FROM own_page_images WHERE slug = ${slug}`,
      sql`INSERT INTO own_page_images (image_key, slug) SELECT value, ${slug} FROM json_each(${images})`,
    ]),
    identity: wholeIdentity,
  })
  changed(identity)
  return page
}

function titlesOf({ zh, en }: Texts): Partial<OwnPage> {
  return { ...(zh !== undefined && { title_zh: zh }), ...(en !== undefined && { title_en: en }) }
}

/** Sanitises a text like that of a post. Null if nothing remains to read. */
async function sanitised(
  compute: Compute,
  raw: string | null,
  field: 'body.zh' | 'body.en',
): Promise<string | null> {
  if (raw === null) return null
  try {
    const { html } = await compute.run('body', raw, field)
    return (await isComplete(compute, { title: field, body: html })) ? html : null
  } catch (error) {
    const refusal = error instanceof AppError ? error.details.fields?.body : undefined
    throw refusal ? refused(field, refusal) : error
  }
}

const COMPARED = ['place', 'title_zh', 'title_en', 'body_zh', 'body_en'] as const

const isSame = (before: OwnPage, page: OwnPage): boolean =>
  COMPARED.every((column) => before[column] === page[column])

function insertion(page: OwnPage): Statement {
  return sql`
    INSERT INTO own_pages (slug, place, title_zh, title_en, version, created_at, updated_at, body_zh, body_en)
    VALUES (${page.slug}, ${page.place}, ${page.title_zh}, ${page.title_en}, 1, ${page.created_at},
      ${page.updated_at}, ${page.body_zh}, ${page.body_en})`
}

function update(page: OwnPage): Statement {
  return sql`
    UPDATE own_pages SET place = ${page.place}, title_zh = ${page.title_zh}, title_en = ${page.title_en},
      body_zh = ${page.body_zh}, body_en = ${page.body_en}, version = ${page.version},
      updated_at = ${page.updated_at}
    WHERE slug = ${page.slug}`
}

/** The log has the length of the texts, not the texts. */
function entry(owner: AuditActor, before: OwnPage | null, after: OwnPage | null, now: Date) {
  const logged = (page: OwnPage | null) =>
    page && {
      title: page.title_zh ?? page.title_en,
      in: page.place,
      characters: (page.body_zh?.length ?? 0) + (page.body_en?.length ?? 0),
    }
  const { slug } = (after ?? before) as OwnPage
  return auditEntry(
    owner,
    {
      action: 'identity.change',
      target: ['site_setting', `identity.page.${slug}`],
      before: logged(before),
      after: logged(after),
    },
    now,
  )
}

function refused(field: string, of: string | FieldProblem): AppError {
  return new AppError('validation_failed', { fields: { [field]: of } })
}
