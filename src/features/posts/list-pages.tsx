import { Hono } from 'hono'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { AppEnv } from '#env'
import type { ListQuery } from '#features/posts/list.ts'
import { type ListPage, listPage } from '#features/posts/list-page.ts'
import { listPath, tagPath } from '#features/posts/paths.ts'
import { TAG_LENGTH } from '#features/posts/tags.ts'
import { type About, aboutEverything, aboutHome, aboutPerson, aboutTag } from '#features/posts/views-about.tsx'
import { ListView } from '#features/posts/views-list.tsx'
import { ListSide } from '#features/posts/views-side.tsx'
import { text } from '#kernel/fields.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { type PageContext, page } from '#web/page.tsx'
import { pageParam, pageQuery, pageRequest, query } from '#web/validate.ts'

const tag = text({ min: 1, max: TAG_LENGTH })
const order = { sort: z.enum(['new', 'hot']).catch('new'), cursor: pageQuery.cursor }
const OrderQuery = z.object(order)
const PostsQuery = z.object({ ...order, tag: tag.optional(), author: z.coerce.number().int().positive().optional() })

export const postListPages = new Hono<AppEnv>()
  .get('/', query(OrderQuery), async (c) => {
    const { viewer, language } = c.var
    return showList(c, '/', c.req.valid('query'), () => aboutHome(viewer, new URL(c.req.url).origin, language))
  })
  .get('/posts', query(PostsQuery), async (c) => {
    const { language } = c.var
    const asked = c.req.valid('query')
    return showList(c, '/posts', asked, ({ tag, author }) => {
      if (asked.tag !== undefined) return aboutTag(asked.tag, tag, language)
      return asked.author === undefined ? aboutEverything(asked.sort, language) : aboutPerson(author, language)
    })
  })
  .get('/tags/:tag', pageParam(z.object({ tag })), query(OrderQuery), async (c) => {
    const { tag } = c.req.valid('param')
    const asked = { ...c.req.valid('query'), tag }
    return showList(c, tagPath(tag), asked, (list) => aboutTag(tag, list.tag, c.var.language))
  })

type ListContext = PageContext & { var: { db: Database } }
type Asked = ListQuery & { cursor?: string | undefined }

async function showList(c: ListContext, path: string, asked: Asked, aboutIt: (list: ListPage) => About) {
  const { db, viewer, language } = c.var
  const { sort, tag, author, cursor } = asked
  const list = await listPage(db, { sort, tag, author }, pageRequest({ limit: PAGE_SIZE, cursor }), language)
  const about = aboutIt(list)
  // A page further on changes with every new post: it leads search engines to posts, but is none of their results.
  const isLasting = !about.isMissing && cursor === undefined
  const inQuery = path === '/posts' ? { tag, author } : {}
  return page(
    c,
    {
      ...about.facts,
      ...(!isLasting && { robots: 'noindex' }),
      side: <ListSide list={list} viewer={viewer} language={language} isHome={path === '/'} />,
    },
    <ListView
      head={about.head}
      sort={sort}
      paths={{ new: listPath(path, inQuery), hot: listPath(path, { ...inQuery, sort: 'hot' }) }}
      posts={list.posts}
      empty={about.empty}
      viewer={viewer}
      language={language}
    />,
    about.isMissing ? 404 : 200,
  )
}
