import * as z from 'zod'
import type { IdentityRow } from '#db/schema/core.ts'
import { orNull, plainLine } from '#features/core/identity/inputs.ts'
import { problem, text } from '#kernel/fields.ts'
import { isSitePath, safeLink, secureUrl } from '#kernel/html/urls.ts'
import type { OwnText } from '#kernel/i18n.ts'

/*
 * The parts of the identity that decide where things are: the navigation, the text of the footer
 * and the blocks of the home page.
 */

export interface NavigationEntry {
  label: OwnText
  url: string
}

/** The blocks of the home page, in their default order. */
export const HOME_BLOCKS = [
  'pinned',
  'lead',
  'new',
  'text',
  'series',
  'hot',
  'authors',
  'comments',
  'tags',
] as const
export type HomeBlock = (typeof HOME_BLOCKS)[number]

interface HomeEntry {
  block: HomeBlock
  on: boolean
}

export interface SiteLayout {
  navigation: NavigationEntry[]
  footer_text: OwnText
  home: HomeEntry[]
}

const NONE: OwnText = { zh: null, en: null }

export const DEFAULT_LAYOUT: SiteLayout = {
  navigation: [
    { label: { zh: '文章', en: 'Posts' }, url: '/posts' },
    { label: { zh: '标签', en: 'Tags' }, url: '/tags' },
  ],
  footer_text: NONE,
  home: HOME_BLOCKS.map((block) => ({ block, on: block !== 'text' && block !== 'series' })),
}

/** The columns of `site_identity` with the layout. */
export type LayoutRow = Pick<IdentityRow, 'navigation' | 'footer_zh' | 'footer_en' | 'home'>

export const DEFAULT_LAYOUT_ROW: LayoutRow = {
  navigation: null,
  footer_zh: null,
  footer_en: null,
  home: null,
}

export function layoutOf(row: LayoutRow): SiteLayout {
  const { navigation, footer_zh, footer_en, home } = row
  return {
    navigation: navigation === null ? DEFAULT_LAYOUT.navigation : JSON.parse(navigation),
    footer_text: { zh: footer_zh, en: footer_en },
    home: home === null ? DEFAULT_LAYOUT.home : withAllBlocks(JSON.parse(home)),
  }
}

/** A later version of the site may have more blocks. They are off at the end. */
function withAllBlocks(home: HomeEntry[]): HomeEntry[] {
  const missing = HOME_BLOCKS.filter((block) => !home.some((entry) => entry.block === block))
  return [...home, ...missing.map((block) => ({ block, on: false }))]
}

export const NAVIGATION_MAX = 7
export const NAVIGATION_LABEL_MAX = 30
export const NAVIGATION_URL_MAX = 500
export const FOOTER_TEXT_MAX = 500

const ownText = <Text extends z.ZodType<string>>(input: Text) =>
  z.object({ zh: orNull(input).nullable(), en: orNull(input).nullable() }).partial()

const LabelInput = ownText(plainLine(NAVIGATION_LABEL_MAX)).superRefine(({ zh, en }, context) => {
  if (!zh && !en) context.addIssue(problem('required'))
})

/** A path of this site or an https URL. */
const NavigationUrl = text({ min: 1, max: NAVIGATION_URL_MAX }).superRefine((url, context) => {
  const isSafe = safeLink(url) === url && (isSitePath(url) || secureUrl(url) !== null)
  if (url !== '' && !isSafe) context.addIssue(problem('not_a_navigation_link'))
})

const BlocksInput = z
  .array(z.object({ block: z.enum(HOME_BLOCKS), on: z.boolean() }))
  .max(HOME_BLOCKS.length)
  .superRefine((blocks, context) => {
    blocks.forEach(({ block }, at) => {
      if (blocks.findIndex((other) => other.block === block) < at)
        context.addIssue({ ...problem('repeated'), path: [at, 'block'] })
    })
  })

/** Fields of `PUT /api/admin/identity`. A missing field does not change; null is the default. */
export const layoutInput = {
  navigation: z
    .array(z.object({ label: LabelInput, url: NavigationUrl }))
    .max(NAVIGATION_MAX)
    .nullable(),
  footer_text: ownText(text({ max: FOOTER_TEXT_MAX })),
  home: BlocksInput.nullable(),
}

type LayoutInput = z.output<z.ZodObject<typeof layoutInput>>

/** The columns that an input sets. */
export function layoutColumns(
  wanted: { [Field in keyof LayoutInput]?: LayoutInput[Field] | undefined },
): Partial<LayoutRow> {
  const { navigation, footer_text, home } = wanted
  return {
    ...(navigation !== undefined && {
      navigation: stored(
        navigation?.map(({ label, url }) => ({ label: merged(NONE, label), url })),
        DEFAULT_LAYOUT.navigation,
      ),
    }),
    ...(footer_text?.zh !== undefined && { footer_zh: footer_text.zh }),
    ...(footer_text?.en !== undefined && { footer_en: footer_text.en }),
    ...(home !== undefined && { home: stored(home && withAllBlocks(home), DEFAULT_LAYOUT.home) }),
  }
}

/** A language that is missing keeps its text. */
function merged(
  before: OwnText,
  { zh, en }: { zh?: string | null | undefined; en?: string | null | undefined },
): OwnText {
  return { zh: zh === undefined ? before.zh : zh, en: en === undefined ? before.en : en }
}

/** The JSON of a value; null for the default. */
function stored<Value>(value: Value | null | undefined, standard: Value): string | null {
  const json = JSON.stringify(value ?? standard)
  return json === JSON.stringify(standard) ? null : json
}

const OwnTextShape = z.object({ zh: z.string().nullable(), en: z.string().nullable() })

/** Fields of the identity as its owner edits it. */
export const layoutShape = {
  navigation: z
    .array(z.object({ label: OwnTextShape, url: z.string() }))
    .describe('The links in the header, in this order. Pages with `in: "header"` follow them.'),
  footer_text: OwnTextShape.describe('Plain text at the foot of every page.'),
  home: z
    .array(z.object({ block: z.enum(HOME_BLOCKS), on: z.boolean() }))
    .describe(
      'The blocks of the home page in their order. `hot`, `authors`, `comments` and `tags` are in the column at the side. The text of `text` is the page `home` of `PUT /api/admin/pages/:name`.',
    ),
}
