import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import { WRONG_A_RIGHT, WRONG_MIN } from '#features/community/reports/report.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, LEVEL_FLOORS } from '#features/core/people/level.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { GROUP_MIN } from '#features/operations/admin/anomalies/anomalies.ts'
import { HOT_WEIGHTS } from '#features/publishing/lists/hot-rank.ts'
import { BYTES_MORE, CHINESE_ONE_IN } from '#features/publishing/posts/language.ts'
import { REVISIONS_MAX } from '#features/publishing/revisions/revision-rows.ts'
import { CHARACTERS_PER_SIZE } from '#features/publishing/search/queue.ts'
import { CSS_BYTES_MAX } from '#kernel/sizes.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { MIGRATIONS } from '../../tools/schema/index.ts'
import { limitsInCode } from '../../tools/schema/limits.ts'
import { migratedDatabases } from '../../tools/schema/migrated.ts'
import { filesIn } from './source.ts'

const databases = await migratedDatabases(MIGRATIONS)
const objects = databases.flatMap((database) => database.objects)
const rows = databases.flatMap((database) => database.rows)

const DAY_WEIGHTS = (['likes', 'comments', 'favorites', 'energy'] as const).map(
  (sign) => HOT_WEIGHTS[sign],
)

const inCode = new Map(
  limitsInCode().map(({ name, value }) => [name, Number(value?.replaceAll(',', ''))]),
)
/** 128 bits in base64url: features/core/identity/own-css.ts. */
const STYLE_HASH_LENGTH = 22

const limits = (...names: string[]) => names.map((name) => inCode.get(name))

/**
 * Every number in the database rules, by the table, index or trigger that contains it, in reading
 * order.
 */
const NUMBERS: Record<string, (number | undefined)[]> = {
  sessions_oldest_goes: limits('SESSIONS_MAX'),
  push_subscriptions_oldest_goes: limits('PUSH_DEVICES_MAX'),
  sign_ins_oldest_goes: limits('SIGN_INS_MAX'),
  profile_reviews_fifty_at_most: limits('PROFILE_CHANGES_MAX'),
  folders_hundred_at_most: limits('FOLDERS_MAX'),
  folder_items_are_limited: limits('SAVED_POSTS_MAX'),
  user_follows_are_limited: limits('FOLLOWED_PEOPLE_MAX'),
  post_likes_are_limited: limits('REACTIONS_MAX'),
  post_dislikes_are_limited: limits('REACTIONS_MAX'),
  comment_likes_are_limited: limits('REACTIONS_MAX'),
  letter_subscriptions_are_limited: limits('SUBSCRIPTIONS_MAX'),
  access_tokens_twenty_at_most: limits('ACCESS_TOKENS_MAX'),
  passkeys_twenty_at_most: limits('PASSKEYS_MAX'),
  identity_providers: limits('PROVIDER_KEY_MAX'),
  identity_providers_five_at_most: limits('PROVIDERS_MAX'),
  oauth_apps_fifty_at_most: limits('APPS_MAX'),
  oauth_consents_twenty_assistants_at_most: limits('ASSISTANTS_MAX'),
  webhooks_ten_at_most: limits('WEBHOOKS_MAX'),
  // Random bytes of an id.
  webhook_events_queue: [16],
  saved_replies_ten_of_a_kind: limits('REPLIES_MAX'),
  user_notes_fifty_at_most: limits('NOTES_MAX'),
  invitations_five_open_at_most: limits('OPEN_INVITATIONS_MAX'),
  comment_mentions_ten_at_most: limits('MENTIONS_MAX'),
  user_blocks_so_many: limits('BLOCKS_MAX'),
  series: limits('SERIES_TITLE_MAX', 'SERIES_DESCRIPTION_MAX'),
  series_hundred_posts_at_most: limits('SERIES_POSTS_MAX'),
  series_follows_so_many: limits('FOLLOWED_TOPICS_MAX'),
  tag_follows_so_many: limits('FOLLOWED_TOPICS_MAX'),
  reports_so_many_a_day: [
    WRONG_MIN,
    WRONG_A_RIGHT,
    ...limits('UNTRUSTED_REPORTS_A_DAY', 'REPORTS_A_DAY'),
  ],
  // Plus the current one.
  post_revisions_oldest_goes: [REVISIONS_MAX - 1],
  daily_exp_summary: [ENERGIZE_EXP_CAP],
  post_energize_log: [ENERGIZE_COST.heavy],
  site_identity: [
    ...limits(
      'NAME_MAX',
      'TAGLINE_MAX',
      'TAGLINE_MAX',
      'SITE_DESCRIPTION_MAX',
      'SITE_DESCRIPTION_MAX',
    ),
    STYLE_HASH_LENGTH,
    ...limits('FOOTER_TEXT_MAX', 'FOOTER_TEXT_MAX'),
  ],
  site_styles: [STYLE_HASH_LENGTH, CSS_BYTES_MAX],
  own_pages: limits('SLUG_MAX', 'PAGE_TITLE_MAX', 'PAGE_TITLE_MAX', 'BODY_MAX', 'BODY_MAX'),
  own_pages_fifty_at_most: limits('OWN_PAGES_MAX'),
  footer_links: limits('LABEL_MAX', 'LINK_URL_MAX'),
  footer_links_six_at_most: limits('LINKS_MAX'),
  site_pages: limits('BODY_MAX'),
  tag_descriptions: limits('TAG_DESCRIPTION_MAX'),
  users: limits('FEDIVERSE_MAX'),
  posts: [CHINESE_ONE_IN, BYTES_MORE, ...limits('IMPORT_KEY_MAX', 'CANONICAL_URL_MAX')],
  // Twice: for the size and for the place.
  posts_change_search: [CHARACTERS_PER_SIZE, CHARACTERS_PER_SIZE],
  posts_change_search_new: [CHARACTERS_PER_SIZE, CHARACTERS_PER_SIZE],
  pinned_posts_three_at_most: limits('PINNED_MAX'),
  read_next: limits('NEXT_STORED_MAX'),
  redirects: limits('OLD_PATH_BYTES_MAX'),
  anomalies: [GROUP_MIN],
  post_energize_log_cap: [ENERGIZE_CAP],
  new_check_ins_pay: [CHECK_IN_EXP],
  // Twice: for the sort order and for the check that it is above zero.
  post_days_top: [...DAY_WEIGHTS, ...DAY_WEIGHTS],
}

test('the database rules use the numbers of the constants', () => {
  const held = objects.map(({ name, sql }) => [name, numbersIn(sql)] as const)
  expect(Object.fromEntries(held.filter(([, numbers]) => numbers.length > 0))).toEqual(NUMBERS)
  expect(ENERGIZE_COST.light, 'a 1 is too common to look for').toBe(1)
  expect(CHECK_IN_ENERGY, 'the same').toBe(1)
})

test('the database and the code have the same levels', () => {
  expect(rowsOf('levels')).toEqual(LEVEL_FLOORS.map((floor, level) => [level, floor]))
})

test('in the hot rank, a tenfold score is worth 12.5 hours', () => {
  const scale = rowsOf('hot_scale').map(([score, seconds]) => ({
    score: Number(score),
    seconds: Number(seconds),
  }))
  expect(scale.length).toBeGreaterThan(40)
  for (const { score, seconds } of scale)
    expect(seconds).toBe(Math.round(45_000 * Math.log10(Math.max(score, 1))))
})

test('the database and the code use the same Shanghai day', () => {
  const offsets = objects.flatMap(({ sql }) => sql.match(/'[+-]\d+ hours'/g) ?? [])
  expect(offsets.length).toBeGreaterThan(10)
  expect(new Set(offsets)).toEqual(new Set(["'+8 hours'"]))
  expect(readFileSync(inRoot('src/kernel/clock.ts'), 'utf8')).toContain(
    'SHANGHAI_OFFSET = 8 * HOUR',
  )
})

test('UI texts use the numbers of constants', () => {
  const written = filesIn(
    'src',
    /(^|\/)(text|sentences|errors|fields|.*-text)(-\w+)?\.ts$|(api|routes)\.tsx?$/,
  ).flatMap((path) =>
    phrasesIn(readFileSync(inRoot(path), 'utf8'), /(api|routes)\.tsx?$/.test(path))
      .filter((phrase) => WRITTEN_NUMBER.test(phrase))
      .filter((phrase) => !NOT_A_RULE.some((fine) => fine.test(phrase)))
      .map((phrase) => `${path}: ${phrase}`),
  )
  expect(written).toEqual([])
})

test('every trigger is named in the code of its rule', () => {
  const code = filesIn('src/features', /\.ts$/)
    .map((path) => readFileSync(inRoot(path), 'utf8'))
    .join('\n')
  const named = [...new Set(code.match(/\b[a-z]+(?:_[a-z]+)+(?:_\*)?/g))]
  const families = named.filter((name) => name.endsWith('_*')).map((name) => name.slice(0, -1))
  const triggers = objects.filter(({ type }) => type === 'trigger').map(({ name }) => name)
  const unnamed = triggers.filter(
    (name) => !named.includes(name) && !families.some((it) => name.startsWith(it)),
  )
  expect(unnamed).toEqual([])
  expect(families.filter((family) => !triggers.some((name) => name.startsWith(family)))).toEqual([])
})

/** Without 0 and 1, which stand for "none", "yes" and "one more". */
function numbersIn(sql: string): number[] {
  const rules = sql.replace(/--.*/g, '').replace(/'[^']*'/g, '')
  return (rules.match(/\b\d+\b/g) ?? []).map(Number).filter((number) => number > 1)
}

function rowsOf(table: string) {
  return rows.find((it) => it.table === table)?.values.map((row) => [...row]) ?? []
}

const WRITTEN_NUMBER =
  /\d|\b(ten|fifteen|twenty|thirty|fifty|hundred|thousand)\b|[二三四五六七八九]?[十百千]/i

const NOT_A_RULE = [
  /\bLv[01]\b/,
  /\bUTF-8\b/,
  /^And 1 more line/,
  /^1 (post|line unchanged|line was not|image could not|more post is|subscriber gets|tag was)/,
  /count === 1 \? '1 (public )?post/,
  // A colour.
  /^#[\da-f]{6}$/,
  /^Show 1 more reply$/,
  /OpenAPI 3\.1|UTF-8/,
  /the response is 202/,
  /\b0\b/,
  /每十五分钟/,
  /\bH[234]$/,
  /^\d+d$/,
  /T00:00/,
  // A private-use character.
  /^\\u\{e000\}$/,
]

/**
 * The texts that a user reads: strings and fixed parts of templates. In route files only the
 * arguments of `doc(…)`.
 */
function phrasesIn(code: string, isRoutes: boolean): string[] {
  const told = isRoutes
    ? (code.match(/\bdoc\(\s*(['"`]).*?\1,/gs) ?? []).join('\n')
    : code.replace(/^import .*/gm, '')
  const strings =
    told.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').match(/'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`/g) ??
    []
  return strings.map((string) => string.slice(1, -1).replace(/\$\{[^}]*\}/g, '…'))
}
