import { expect, test } from 'vitest'
import { withoutQuery } from '#features/publishing/redirects/redirects.ts'
import { isSitePath } from '#features/publishing/redirects/site-paths.ts'
import { World } from '#test/world.ts'
import { ownPaths } from '#web/own-paths.ts'
import { staticNames } from '../../src/generated/build.json'
import { examplePath, ROUTES } from '../routes/table.ts'

const isOwnPath = ownPaths(new World('own-paths').app)

test('every page of the site is an own path', () => {
  const pages = Object.entries(ROUTES).filter(([name]) => name.startsWith('GET '))
  const paths = pages.map(([name]) => examplePath(name.slice('GET '.length)))
  const withoutExample = ['/1{sitemap-[0-9]+\\.xml}', '/help/1']
  expect(paths.filter((path) => !isOwnPath(path)).sort()).toEqual(withoutExample)
})

test('the import command knows every path of the site', () => {
  const patterns = new World().app.routes.filter(({ method, path }) => method === 'GET' && path !== '/')
  const examples = patterns.flatMap(({ path }) =>
    ['5', 'hello'].map((part) => path.replace(/:sitemap\{.*\}/, `sitemap-${part}.xml`).replace(/:\w+/g, part)),
  )
  const more = [...STATIC, ...examples, ...OWN, ...FOREIGN].flatMap((path) => [path, `${path}/more`, `${path}?p=1`])
  const differ = more.filter((path) => isSitePath(path) !== isOwnPath(withoutQuery(path)))
  expect(differ).toEqual([])
})

const STATIC = staticNames.map((name) => `/${name}`)

const OWN = [
  '/posts/5',
  '/posts/5/edit',
  '/studio',
  '/login',
  '/tags/x',
  '/tags/你好',
  '/images/x',
  '/images/2020/x.png',
  '/api',
  '/api/anything',
  '/admin/users/hello',
  '/build/site.css',
  '/favicon.svg',
  '/robots.txt',
  '/feed.xml',
  '/about',
  '/help/writing',
]

test.each(OWN)('%s is an own path', (path) => expect(isOwnPath(path)).toBe(true))

const FOREIGN = [
  '/posts/hello',
  '/posts/05',
  '/posts/5/comments/hello',
  '/space/zhou',
  '/2020/hello',
  '/Login',
  '/apis',
  '/post/5',
]

test.each(FOREIGN)('%s is not an own path', (path) => expect(isOwnPath(path)).toBe(false))
