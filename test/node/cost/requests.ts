import { readFileSync } from 'node:fs'
import { exportOfApp } from '../../../scripts/api-client/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { pngOfZeros, progressiveJpeg } from '../../features/core/images/hostile.ts'
import { OWNER } from '../support/small-site.ts'
import type { AppRoute, FieldSchema } from './describe-routes.ts'
import { PEOPLE, POOLS } from './full-site.ts'

export type Caller = 'visitor' | 'member' | 'owner'

export interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  body?: BodyInit
}

/** One way to send a request to a route, such as with one kind of post or one long text. */
export interface Variant {
  name: string
  /** The kind of the things that the path names. */
  target: string
  isLong: boolean
  /** The n-th request: commands such as a deletion need another target each time. */
  sending(n: number): Sending
}

/** Every route of the app: API, pages and files. A new route is part of the proof by itself. */
export async function routesOfApp(): Promise<AppRoute[]> {
  const { routes } = await exportOfApp<{ routes: () => AppRoute[] }>(`
    import { createApp } from '#app'
    import { describeRoutes } from './test/node/cost/describe-routes.ts'
    export const routes = () => describeRoutes(createApp().routes)
  `)
  return routes()
}

/** Who calls a route: members and visitors call public routes, the owner those of admins. */
export function callersOf({ guard, method }: AppRoute): Caller[] {
  if (guard === null || method === 'OPTIONS') return []
  if (guard === 'admin' || guard === 'owner') return ['owner']
  const isPublic = ['optionalViewer', 'lazyViewer', 'anyone', 'fromThisSite'].includes(guard)
  return isPublic ? ['visitor', 'member'] : ['member']
}

type Example = { body?: Record<string, unknown> }
const examples = JSON.parse(
  readFileSync(inRoot('src/web/openapi/examples.json'), 'utf8'),
) as Record<string, Example>

/** The requests of a route that may be expensive, with ids that the site has now. */
export async function variantsOf(
  route: AppRoute,
  caller: Caller,
  db: DatabaseSync,
): Promise<Variant[]> {
  const own = caller === 'owner' ? PEOPLE.owner : PEOPLE.member
  const paths = pathsOf(route, db, own)
  const name = `${route.method} ${route.path}`
  if (route.method === 'GET') {
    return paths.flatMap((path) =>
      queriesOf(route, db).map((query): Variant => {
        return {
          name: [path.name, query].filter(Boolean).join(' '),
          target: path.name,
          isLong: false,
          sending: (n) => ({ method: 'GET', path: path.at(n) + query, headers: {} }),
        }
      }),
    )
  }
  const bodies = route.takesFile ? await files(route) : bodiesOf(route, examples[name]?.body, db)
  return paths.flatMap((path) =>
    bodies.map((body): Variant => {
      return {
        name: [path.name, body.name].filter(Boolean).join(' '),
        target: path.name,
        isLong: body.name !== '' && !route.takesFile,
        sending: (n) => ({ method: route.method, path: path.at(n), ...body.at(n) }),
      }
    }),
  )
}

interface Values {
  name: string
  values: (string | number)[]
}

/** The values of a path parameter, by the path up to it. The most specific pattern comes first. */
const PARAMETERS: [pattern: RegExp, values: (own: number, isRead: boolean) => Values[] | string][] =
  [
    [
      /\/posts\/:id$|preview\/:id$|\/pinned-posts\/:id$|:postId$/,
      (own, isRead) => postsOf(own, isRead),
    ],
    [
      /:root_id$|\/comments\/:(comment_)?id$/,
      (own) => [
        {
          name: 'comments',
          values: [
            `SELECT id FROM comments WHERE author_id <> ${own} AND deleted_at IS NULL ORDER BY replies_count DESC, id LIMIT 60`,
          ],
        },
        {
          name: 'own comments',
          values: [
            `SELECT id FROM comments WHERE author_id = ${own} AND deleted_at IS NULL ORDER BY replies_count DESC, id LIMIT 60`,
          ],
        },
      ],
    ],
    [/:version$/, () => 'SELECT version FROM post_revisions ORDER BY version LIMIT 1'],
    [
      /studio\/series\/:id$/,
      (own) => `SELECT id FROM series WHERE user_id = ${own} ORDER BY parts DESC, id LIMIT 60`,
    ],
    [
      /series\/:id$/,
      () =>
        `SELECT id FROM series WHERE user_id = ${PEOPLE.author} ORDER BY parts DESC, id LIMIT 60`,
    ],
    [
      /folders\/:id$/,
      (own) =>
        `SELECT id FROM folders WHERE user_id = ${own} ORDER BY items_count DESC, id LIMIT 60`,
    ],
    [
      /profile-reviews\/:id$/,
      () => `SELECT id FROM profile_reviews WHERE status = 'pending' ORDER BY id LIMIT 60`,
    ],
    [
      /messages\/:id$|notices\/:id$/,
      (own) => `SELECT id FROM notifications WHERE user_id = ${own} ORDER BY id DESC LIMIT 60`,
    ],
    [
      /reports\/:kind\/:id$/,
      () =>
        `SELECT target_id FROM report_cases WHERE kind = 'user' AND decision IS NULL ORDER BY id LIMIT 60`,
    ],
    [/report\/:kind\/:id$/, () => `SELECT uid FROM users ORDER BY uid DESC LIMIT 60`],
    [/(reports|report)\/:kind$/, () => [{ name: '', values: ['user'] }]],
    [/invitations\/:id$/, () => 'SELECT id FROM invitation_batches ORDER BY id LIMIT 60'],
    [/invitations\/:code$/, () => 'SELECT code FROM invitations ORDER BY id LIMIT 60'],
    [
      /(apps|passkeys|tokens|links|saved-replies|webhooks|mail|notes|exports|approvals|security-links|imports)\/:\w+$|:did$|:side$/,
      () => [{ name: '', values: [1] }],
    ],
    [/exports\/:id$|approvals\/:batch$/, () => [{ name: '', values: ['0'.repeat(22)] }]],
    [/sessions\/:sid$/, () => 'SELECT sid FROM sessions LIMIT 60'],
    [
      /follow(-status)?$|:uid$|space\/:id$/,
      () => [
        { name: '', values: [PEOPLE.author] },
        { name: 'readers', values: ['SELECT uid FROM users ORDER BY uid DESC LIMIT 60'] },
      ],
    ],
    [/:tag$/, () => 'SELECT tag_key FROM tags ORDER BY posts_count DESC LIMIT 1'],
    [/:side$/, () => [{ name: '', values: [512] }]],
    [/images\/:key$/, () => `SELECT key FROM images ORDER BY id LIMIT 60`],
    [/:key$/, () => [{ name: '', values: ['github'] }]],
    [/pages\/:name$/, () => [{ name: '', values: ['about'] }]],
    [
      /:format$/,
      () => ['zip', 'json', 'ghost'].map((format) => ({ name: format, values: [format] })),
    ],
    [/:topic$/, () => [{ name: '', values: ['writing'] }]],
    [/:group$/, () => [{ name: '', values: ['posts'] }]],
    [/sitemap-/, () => [{ name: '', values: ['sitemap-1.xml'] }]],
  ]

/** The long posts of each kind for reads, and the posts of each status for commands. */
function postsOf(own: number, isRead: boolean): Values[] {
  const authors =
    own === PEOPLE.owner || isRead
      ? [isRead && own !== PEOPLE.owner ? own : PEOPLE.author]
      : [own, PEOPLE.author]
  return authors.flatMap((author) => [
    ...(isRead
      ? [
          {
            name: `long of ${author}`,
            values: [
              `EACH SELECT id FROM posts WHERE author_id = ${author} AND title GLOB 'long *'`,
            ],
          },
        ]
      : [
          {
            name: `words of ${author}`,
            values: [`SELECT id FROM posts WHERE author_id = ${author} AND title = 'long words 1'`],
          },
        ]),
    ...(isRead ? [] : POOLS).map((pool) => ({
      name: `${pool} of ${author}`,
      values: [
        `SELECT id FROM posts WHERE author_id = ${author} AND title GLOB 'pool ${pool} *'
        AND ${pool === 'bin' ? `deleted_at IS NOT NULL` : `status = '${pool}' AND deleted_at IS NULL`} ORDER BY id`,
      ],
    })),
  ])
}

interface Path {
  name: string
  at(n: number): string
}

function pathsOf({ method, path }: AppRoute, db: DatabaseSync, own: number): Path[] {
  let paths: Path[] = [{ name: '', at: () => '' }]
  for (const part of path.split(/(?=\/)/)) {
    const before = path.slice(0, path.indexOf(part) + part.length)
    const choices = part.includes(':')
      ? parameterValues(before, db, own, method === 'GET')
      : [{ name: '', values: [part.slice(1)] }]
    paths = paths.flatMap((one) =>
      choices
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }): Path => {
          return {
            name: [one.name, name].filter(Boolean).join(' '),
            at: (n) => `${one.at(n)}/${encodeURIComponent(values[n % values.length] ?? '')}`,
          }
        }),
    )
  }
  return paths
}

function parameterValues(before: string, db: DatabaseSync, own: number, isRead: boolean): Values[] {
  const rule = PARAMETERS.find(([pattern]) => pattern.test(before))
  if (!rule)
    throw new Error(
      `${before}: add the values of this path parameter to test/node/cost/requests.ts`,
    )
  const wanted = rule[1](own, isRead)
  const all = typeof wanted === 'string' ? [{ name: '', values: [wanted] }] : wanted
  return all.flatMap(({ name, values }): Values[] => {
    const [only] = values
    if (typeof only !== 'string' || !/^(EACH )?SELECT/.test(only)) return [{ name, values }]
    const ids = db
      .prepare(only.replace('EACH ', ''))
      .all()
      .map((row) => Object.values(row)[0] as number)
    if (only.startsWith('EACH')) return ids.map((id) => ({ name: `${name} ${id}`, values: [id] }))
    return [{ name, values: ids }]
  })
}

/** Values of query parameters that make a page expensive. Other parameters stay away. */
const QUERY_VALUES: Record<string, (db: DatabaseSync) => (string | string[])[]> = {
  q: () => ['words', 'a', '好', 'reader', 'zqxj unknown wrds', '好'.repeat(100), 'w '.repeat(50)],
  interest: (db) => [
    'a',
    column(db, 'SELECT tag_key FROM tags ORDER BY posts_count DESC LIMIT 6').map(String),
  ],
  tab: () => [
    'account',
    'security',
    'notifications',
    'folders',
    'favorites',
    'followers',
    'following',
    'comments',
    'sessions',
    'apps',
  ],
  version: () => ['100'],
  text: () => ['x'.repeat(200)],
}

function queriesOf({ path, query }: AppRoute, db: DatabaseSync): string[] {
  const one = (name: string, value: unknown) =>
    `?${new URLSearchParams([value].flat().map((each) => [name, String(each)]))}`
  const chosen = Object.entries(query).flatMap(([name, schema]) => [
    ...(QUERY_VALUES[name]?.(db) ?? []).map((value) => one(name, value)),
    ...enumOf(schema).map((value) => one(name, value)),
    ...(name === 'limit' ? [one(name, 50)] : []),
  ])
  const extra = /write$/.test(path) || path === '/admin/posts' ? longPostQueries(path, db) : []
  return ['', ...chosen, ...extra]
}

function longPostQueries(path: string, db: DatabaseSync): string[] {
  const ids = db
    .prepare(`SELECT id FROM posts WHERE author_id = ${PEOPLE.member} AND title GLOB 'long *'`)
    .all()
  return ids.map(({ id }) => (path === '/admin/posts' ? `?view=edited&id=${id}` : `?id=${id}`))
}

function enumOf({ enum: values = [], anyOf = [] }: FieldSchema): unknown[] {
  return [...values, ...anyOf.flatMap(enumOf)]
}

interface Body {
  name: string
  at(n: number): { headers: Record<string, string>; body?: BodyInit }
}

const withoutBody: Body = { name: '', at: () => ({ headers: {} }) }

function bodiesOf(
  { path, json }: AppRoute,
  example: Record<string, unknown> | undefined,
  db: DatabaseSync,
): Body[] {
  if (json === null) {
    const isPage = !path.startsWith('/api/')
    return isPage ? [plainForm] : [withoutBody]
  }
  const usual = (n: number) => fieldsWithIds(example ?? {}, path, db, n)
  const long = Object.entries(json).flatMap(([field, schema]) =>
    longValues(field, schema, path, db).map(
      ([name, value]): Body =>
        jsonBody(`${field}: ${name}`, (n) => ({ ...usual(n), [field]: value })),
    ),
  )
  return [jsonBody('', usual), ...long]
}

function jsonBody(name: string, fields: (n: number) => object): Body {
  return {
    name,
    at: (n) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields(n)),
    }),
  }
}

const plainForm: Body = {
  name: '',
  at: (n) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      email: `form${n}-${unique()}@joule.test`,
      password: OWNER.password,
      reason: 'spam',
      lang: 'en',
      theme: 'dark',
    }).toString(),
  }),
}

let count = 0
const unique = () => ++count

/** The example of the API reference, with ids and addresses that the site has. */
function fieldsWithIds(
  example: Record<string, unknown>,
  path: string,
  db: DatabaseSync,
  n: number,
): Record<string, unknown> {
  const changed = Object.entries(example).map(([name, value]): [string, unknown] => {
    if (/^(current_)?password$/.test(name)) return [name, OWNER.password]
    if (name === 'new_password') return [name, OWNER.password]
    if (name === 'email')
      return [name, path.includes('login') ? OWNER.email : `new${unique()}@joule.test`]
    if (name === 'username') return [name, `fresh${unique()}`]
    if (name === 'uids' || name === 'uid')
      return [name, Array.isArray(value) ? readers(db, 1) : readers(db, 1)[0]]
    if (name === 'post_id') return [name, publicPosts(db)[n % publicPosts(db).length]]
    if (name === 'post') return [name, String(publicPosts(db)[n % 20])]
    if (name === 'ids') return [name, idsFor(path, db).slice(n % 20, (n % 20) + 1)]
    if (name === 'posts')
      return [
        name,
        idsFor(path, db)
          .slice(n % 20, (n % 20) + 1)
          .map((id) => ({ id })),
      ]
    return [name, value]
  })
  return Object.fromEntries(changed)
}

const column = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0] as number)
const readers = (db: DatabaseSync, most: number) =>
  column(db, `SELECT uid FROM users WHERE uid > ${PEOPLE.author} ORDER BY uid DESC LIMIT ${most}`)
const publicPosts = (db: DatabaseSync) =>
  column(
    db,
    `SELECT id FROM posts WHERE author_id = ${PEOPLE.author} AND status = 'approved' AND deleted_at IS NULL ORDER BY id LIMIT 40`,
  )

function idsFor(path: string, db: DatabaseSync): number[] {
  if (path.includes('comments'))
    return column(db, 'SELECT id FROM comments WHERE deleted_at IS NULL ORDER BY id LIMIT 50')
  const status = path.includes('/admin/') ? 'pending' : 'draft'
  const list = path.includes('series') ? 'approved' : status
  return column(
    db,
    `SELECT id FROM posts WHERE author_id = ${PEOPLE.member} AND status = '${list}' AND deleted_at IS NULL AND title GLOB 'pool *' ORDER BY id LIMIT 100`,
  )
}

const UNITS = {
  chinese: '好',
  ligatures: '\uFDFA',
  paragraphs: '<p>',
  bold: '<b>a</b>',
  mentions: '@reader5 ',
  links: 'https://a.example/b ',
  chemistry: '<span data-tex="\\ce{H2O + CO2 -> X}">x</span> ',
  lines: 'a\n',
}

/** A text of each unit up to the limit of the field, and a list with as many items as allowed. */
function longValues(
  field: string,
  schema: FieldSchema,
  path: string,
  db: DatabaseSync,
): [string, unknown][] {
  const { type, items, maxItems = 50, maxLength = 200_000, enum: some } = withoutNull(schema)
  if (some || /password|token|code|secret|challenge|language|time_zone|_at$/.test(field)) return []
  if ([type].flat().includes('array')) {
    if (/uids/.test(field)) return [['all', readers(db, Math.min(maxItems, 1_000))]]
    if (/ids|posts/.test(field))
      return [['all', idsFor(path, db).slice(0, Math.min(maxItems, 100))]]
    const ofText = items && [items.type].flat().includes('string')
    const word = (n: number) => (/hosts/.test(field) ? `long${n}.example` : `item ${n}`)
    return ofText
      ? [['all', Array.from({ length: Math.min(maxItems, 5_000) }, (_, n) => word(n))]]
      : []
  }
  if (![type].flat().includes('string') || maxLength < 200) return []
  return Object.entries(UNITS).map(([name, unit]) => [
    name,
    unit.repeat(
      Math.floor(Math.min(maxLength, name === 'chemistry' ? 10_000 : 199_000) / unit.length),
    ),
  ])
}

function withoutNull(schema: FieldSchema): FieldSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

async function files({ path }: AppRoute): Promise<Body[]> {
  const given: Record<string, [Uint8Array, string]> = path.includes('csv')
    ? {
        csv: [
          new TextEncoder().encode(
            Array.from({ length: 5_000 }, (_, n) => `/old/path/${n},${(n % 900) + 1}\n`).join(''),
          ),
          'text/csv',
        ],
      }
    : {
        'progressive JPEG': [progressiveJpeg(2_048, 2_048, 20), 'image/jpeg'],
        'JPEG of one scan': [progressiveJpeg(2_048, 2_048, 1), 'image/jpeg'],
        PNG: [await pngOfZeros(2_000, 2_000, [8, 2, 0], 12_002_000), 'image/png'],
      }
  return Object.entries(given).map(([name, [bytes, type]]): Body => {
    return {
      name,
      at: () => {
        const body = new FormData()
        body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), 'file')
        return { headers: {}, body }
      },
    }
  })
}
