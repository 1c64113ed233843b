import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { ownPaths } from '#web/own-paths.ts'
import { examplePath, ROUTES } from '../routes/table.ts'

const isOwnPath = ownPaths(new World('own-paths').app)

test('every page of the site is an own path', () => {
  const pages = Object.entries(ROUTES).filter(([name]) => name.startsWith('GET '))
  const paths = pages.map(([name]) => examplePath(name.slice('GET '.length)))
  const withoutExample = ['/1{sitemap-[0-9]+\\.xml}']
  expect(paths.filter((path) => !isOwnPath(path))).toEqual(withoutExample)
})

test.each([
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
])('%s is an own path', (path) => expect(isOwnPath(path)).toBe(true))

test.each([
  '/posts/hello',
  '/posts/05',
  '/posts/5/comments/hello',
  '/space/zhou',
  '/2020/hello',
  '/Login',
  '/apis',
  '/post/5',
])('%s is not an own path', (path) => expect(isOwnPath(path)).toBe(false))
