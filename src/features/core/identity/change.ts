import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, type Statement } from '#db/client.ts'
import type { IdentityRow } from '#db/schema/core.ts'
import { AI_CRAWLERS } from '#db/values.ts'
import { type Identity, identityChanging, wholeIdentity } from '#features/core/identity/identity.ts'
import { orNull, plainLine } from '#features/core/identity/inputs.ts'
import { layoutColumns, layoutInput, layoutShape } from '#features/core/identity/layout.ts'
import {
  ColourInput,
  ThemeInput,
  ThemeShape,
  themeColumns,
  themeOf,
} from '#features/core/identity/theme.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { settleStep } from '#features/core/site/setup.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith, problem, text } from '#kernel/fields.ts'
import { safeLink } from '#kernel/html/urls.ts'
import { LANGUAGES, type Language } from '#kernel/i18n.ts'
import { shadesOf } from '#kernel/look/accent.ts'

type Part = keyof IdentityRow

/** Changes the identity of the site. Values that stay the same are neither written nor logged. */
export function changeIdentity(
  db: Database,
  owner: AuditActor,
  wanted: z.output<typeof IdentityInput>,
  now: Date,
): Promise<Identity> {
  const settled = wanted.languages === undefined ? [] : [settleStep('language')]
  return changeColumns(db, owner, (before) => columnsOf(wanted, before), settled, now)
}

/** The values of columns. Undefined values stay unchanged. */
export type IdentityColumns = Partial<Record<Part, string | null | undefined>>

/** Sets the columns that `columnsFor` computes. `further` statements are in the same batch. */
export async function changeColumns(
  db: Database,
  owner: AuditActor,
  columnsFor: (before: Identity) => IdentityColumns,
  further: Statement[],
  now: Date,
): Promise<Identity> {
  const identity = await db.read(wholeIdentity)
  const before: Partial<Record<Part, string | null>> = {
    ...identity,
    ...identity.layoutRow,
    languages: JSON.stringify(identity.languages),
  }
  const columns = Object.entries(columnsFor(identity)) as [Part, string | null | undefined][]
  const changes = columns.flatMap(([part, value]) =>
    value === undefined || (before[part] ?? null) === value ? [] : [[part, value] as const],
  )
  if (changes.length === 0) {
    if (further.length > 0) await db.batch(further)
    return identity
  }
  const sets = sql.join(
    changes.map(([part, value]): SQL => sql`${sql.identifier(part)} = ${value}`),
    sql`, `,
  )
  const entries = changes.map(([part, value]) =>
    entry(owner, part, before[part] ?? null, value, now),
  )
  const update = sql`UPDATE site_identity SET ${sets} WHERE id = 1`
  return write(db, [...entries, ...further, update], now)
}

/** The columns of the table that an input sets. */
function columnsOf(wanted: z.output<typeof IdentityInput>, before: Identity): IdentityColumns {
  const { languages, default_language, description, theme, ...others } = wanted
  const { navigation, footer_text, home, ...columns } = others
  return {
    ...columns,
    ...(theme && themeColumns(theme)),
    ...layoutColumns({ navigation, footer_text, home }),
    ...(description && { description_zh: description.zh, description_en: description.en }),
    ...languageColumns({ languages, default_language }, before),
  }
}

/**
 * The default language is one of the offered ones. If the input names only the offered languages
 * and the default is no longer among them, the first offered one becomes the default.
 */
function languageColumns(
  wanted: Pick<z.output<typeof IdentityInput>, 'languages' | 'default_language'>,
  before: Identity,
): Partial<IdentityRow> {
  if (wanted.languages === undefined && wanted.default_language === undefined) return {}
  const asked: readonly Language[] = wanted.languages ?? before.languages
  const offered = LANGUAGES.filter((language) => asked.includes(language))
  if (wanted.default_language !== undefined && !offered.includes(wanted.default_language)) {
    throw new AppError('validation_failed', {
      fields: { default_language: fieldProblem('not_offered') },
    })
  }
  const fallback = wanted.default_language ?? before.default_language
  const default_language = offered.includes(fallback) ? fallback : offered[0]
  const languages = JSON.stringify(offered) as IdentityRow['languages']
  return { languages, ...(default_language && { default_language }) }
}

export async function addFooterLink(
  db: Database,
  owner: AuditActor,
  { label, url }: z.output<typeof FooterLinkInput>,
  now: Date,
): Promise<Identity> {
  const { links } = await db.read(wholeIdentity)
  if (links.length >= LINKS_MAX) {
    throw new AppError('validation_failed', {
      fields: { label: fieldProblemWith('too_many', LINKS_MAX) },
    })
  }
  const add = sql`INSERT INTO footer_links (label, url) VALUES (${label}, ${url})`
  return write(db, [entry(owner, 'link', null, `${label} ${url}`, now), add], now)
}

export async function removeFooterLink(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<Identity> {
  const link = (await db.read(wholeIdentity)).links.find((each) => each.id === id)
  if (!link) throw new AppError('not_found')
  const remove = sql`DELETE FROM footer_links WHERE id = ${id}`
  return write(db, [entry(owner, 'link', `${link.label} ${link.url}`, null, now), remove], now)
}

function entry(
  owner: AuditActor,
  part: Part | 'link',
  before: string | null,
  after: string | null,
  now: Date,
) {
  const target = ['site_setting', `identity.${part}`] as const
  const change = { before: { value: before }, after: { value: after } }
  return auditEntry(owner, { action: 'identity.change', target, ...change }, now)
}

async function write(db: Database, statements: Statement[], now: Date): Promise<Identity> {
  const changed = identityChanging(now)
  const { identity } = await db.read({ change: command(statements), identity: wholeIdentity })
  changed(identity)
  return identity
}

export const NAME_MAX = 40
export const TAGLINE_MAX = 80
export const SITE_DESCRIPTION_MAX = 300
export const LABEL_MAX = 30
export const LINK_URL_MAX = 500
/**
 * Maximum number of links in the footer. The trigger footer_links_six_at_most has the same number.
 */
export const LINKS_MAX = 6

/** Fields that are missing stay unchanged. */
export const IdentityInput = z
  .object({
    name: orNull(plainLine(NAME_MAX)).nullable(),
    tagline_zh: orNull(plainLine(TAGLINE_MAX)).nullable(),
    tagline_en: orNull(plainLine(TAGLINE_MAX)).nullable(),
    accent: ColourInput,
    languages: z.array(z.enum(LANGUAGES)).min(1).max(LANGUAGES.length),
    default_language: z.enum(LANGUAGES),
    description: z.object({
      zh: orNull(plainLine(SITE_DESCRIPTION_MAX)).nullable(),
      en: orNull(plainLine(SITE_DESCRIPTION_MAX)).nullable(),
    }),
    ai_crawlers: z.enum(AI_CRAWLERS),
    theme: ThemeInput,
    ...layoutInput,
  })
  .partial()

const UrlInput = text({ min: 1, max: LINK_URL_MAX }).superRefine((value, context) => {
  const isSafe = safeLink(value) === value && !value.startsWith('#')
  if (value !== '' && !isSafe) context.addIssue(problem('not_a_link'))
})

export const FooterLinkInput = z.object({ label: plainLine(LABEL_MAX, 1), url: UrlInput })

const ShadesShape = z.object({
  accent: z.string(),
  strong: z.string(),
  soft: z.string(),
  on: z.string(),
})

/** The identity as its owner edits it. Null means the default. */
export const SiteIdentityShape = z
  .object({
    name: z.string().nullable(),
    tagline_zh: z.string().nullable(),
    tagline_en: z.string().nullable(),
    accent: z.string().nullable(),
    shades: z.object({ light: ShadesShape, dark: ShadesShape }).nullable(),
    logo_url: z.string().nullable(),
    languages: z
      .array(z.enum(LANGUAGES))
      .describe('The languages of pages, feeds and mails. With one, readers have no choice.'),
    default_language: z
      .enum(LANGUAGES)
      .describe('The language for readers and programs that ask for none, such as search engines.'),
    description: z
      .object({ zh: z.string().nullable(), en: z.string().nullable() })
      .describe('What search engines and feeds say about the site.'),
    ai_crawlers: z
      .enum(AI_CRAWLERS)
      .describe(
        'Which crawlers of AI companies robots.txt allows: all of them, only those that fetch a page to answer a question, or none.',
      ),
    logos: z
      .object({
        square: z.string().nullable(),
        wide: z.string().nullable(),
        dark: z.string().nullable(),
      })
      .describe(
        'The addresses of the logos. `wide` replaces the square logo and the name in the bar; `dark` replaces the logo of the bar in the dark theme.',
      ),
    theme: ThemeShape,
    links: z.array(z.object({ id: z.int(), label: z.string(), url: z.string() })),
    ...layoutShape,
  })
  .meta({ id: 'SiteIdentity' })

export function asSiteIdentity(identity: Identity): z.input<typeof SiteIdentityShape> {
  const { name, tagline_zh, tagline_en, accent, logo_large_key, ai_crawlers, links } = identity
  const { languages, default_language, description_zh, description_en } = identity
  return {
    name,
    tagline_zh,
    tagline_en,
    accent,
    shades: accent === null ? null : shadesOf(accent),
    logo_url: logo_large_key && imageUrl(logo_large_key),
    languages: [...languages],
    default_language,
    description: { zh: description_zh, en: description_en },
    ai_crawlers,
    logos: {
      square: logo_large_key && imageUrl(logo_large_key),
      wide: identity.logo_wide_key && imageUrl(identity.logo_wide_key),
      dark: identity.logo_dark_key && imageUrl(identity.logo_dark_key),
    },
    theme: themeOf(identity),
    links,
    ...identity.layout,
  }
}
