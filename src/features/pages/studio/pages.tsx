import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { AppEnv, MemberEnv } from '#env'
import type { PageFacts } from '#features/core/shell/head.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { quotasToShow } from '#features/core/storage/quotas.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import { analyticsOf, RANGES, type Range } from '#features/pages/studio/analytics/figures.ts'
import { postFigures } from '#features/pages/studio/analytics/post-figures.ts'
import { figureRangeOf } from '#features/pages/studio/analytics/ranges.ts'
import { AnalyticsView, figureTexts } from '#features/pages/studio/analytics/views-analytics.tsx'
import {
  PostFiguresView,
  postFigureTexts,
} from '#features/pages/studio/analytics/views-post-figures.tsx'
import {
  contentPage,
  STUDIO_LISTS,
  type StudioList,
  studioHome,
} from '#features/pages/studio/posts-list.ts'
import { RevisionsView, revisionTexts } from '#features/pages/studio/revisions/views-revisions.tsx'
import { studioSeriesTexts } from '#features/pages/studio/series/text-series.ts'
import { SeriesEditView, SeriesListView } from '#features/pages/studio/series/views-series.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import {
  ContentView,
  Overview,
  QuotaNotice,
  Studio,
  type StudioPage,
} from '#features/pages/studio/views.tsx'
import { authorRules, isReviewed } from '#features/publishing/content-rules/needs-review.ts'
import { history } from '#features/publishing/revisions/revisions.ts'
import {
  ownSeriesOf,
  postsWithoutSeries,
  seriesInOrder,
} from '#features/publishing/series/series.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { PageHead } from '#web/components/elements.tsx'
import { signedIn, signedInWith } from '#web/guards/access.ts'
import { contentSecurityPolicy } from '#web/security-headers.ts'
import { pageId, pageRequest, pathId } from '#web/validation/validate.ts'

const withHome = signedInWith((c, uid) => studioHome(uid, c.var.language, c.var.now))

export const studioPages = new Hono<AppEnv>()
  .get('/studio', withHome, (c) => {
    const { viewer, language, own } = c.var
    const { title, description } = studioTexts[language]
    return studioPage(
      c,
      'overview',
      { title, description },
      <Overview {...{ viewer, language }} home={own(viewer)} />,
    )
  })
  .get('/studio/posts', signedIn, (c) => {
    const status = STUDIO_LISTS.find((name) => name === c.req.query('status'))
    return showContent(c, 'posts', status)
  })
  .get('/studio/drafts', signedIn, (c) => showContent(c, 'drafts', 'draft'))

async function showContent(
  c: Context<MemberEnv>,
  list: 'posts' | 'drafts',
  status: StudioList | undefined,
) {
  const { db, viewer, language, now } = c.var
  const request = pageRequest({ cursor: c.req.query('cursor') })
  const content = await contentPage(db, viewer, status, request, language, now)
  const restored = list === 'posts' ? pathId.safeParse(c.req.query('restored')).data : undefined
  const { title, lead } = studioTexts[language][list]
  return studioPage(
    c,
    list,
    { title: titleOf(title, language), description: lead },
    <ContentView
      {...{ content, list, status, restored, viewer, language }}
      isFirstPage={request.after === null}
    />,
  )
}

function studioPage(c: PageContext, current: StudioPage, facts: PageFacts, content: Child) {
  return page(
    c,
    { ...facts, robots: 'noindex' },
    <Studio current={current} text={studioTexts[c.var.language]}>
      {content}
    </Studio>,
  )
}

const titleOf = (title: string, language: Language) => `${title} · ${studioTexts[language].title}`

export const studioAnalyticsPages = new Hono<AppEnv>().get(
  '/studio/analytics',
  signedIn,
  async (c) => {
    const { db, viewer, language, now } = c.var
    const post = c.req.query('post')
    if (post !== undefined) return postFiguresPage(c, post)
    const { title, lead } = figureTexts[language]
    const analytics = await analyticsOf(db, viewer, rangeOf(c.req.query('range')), now)
    const facts = { title: titleOf(title, language), description: lead, scripts: ['analytics.js'] }
    return studioPage(
      c,
      'analytics',
      facts,
      <AnalyticsView analytics={analytics} language={language} />,
    )
  },
)

/** The figures of one post, which link from the lists of the studio. */
async function postFiguresPage(c: Context<MemberEnv>, post: string) {
  const { db, viewer, language, now } = c.var
  const id = pathId.safeParse(post).data
  if (id === undefined) throw new AppError('not_found')
  const range = figureRangeOf(c.req.query('range'))
  const { title, figures } = await postFigures(db, viewer, id, range, now)
  const facts = {
    title: titleOf(title || postFigureTexts[language].untitled, language),
    description: postFigureTexts[language].lead,
    scripts: ['analytics.js'],
  }
  return studioPage(
    c,
    'analytics',
    facts,
    <PostFiguresView {...{ id, title, figures, range, language }} />,
  )
}

/** The default is the range of the studio overview. */
function rangeOf(wanted: string | undefined): Range {
  return (Object.keys(RANGES) as Range[]).find((range) => range === wanted) ?? '30d'
}

export const studioSeriesPages = new Hono<AppEnv>()
  .get('/studio/series', signedIn, async (c) => {
    const { db, viewer, language } = c.var
    const { title, lead } = studioSeriesTexts[language]
    const series = await db.all(ownSeriesOf(viewer))
    const facts = { title: titleOf(title, language), description: lead }
    return studioPage(c, 'series', facts, <SeriesListView series={series} language={language} />)
  })
  .get('/studio/series/:id', signedIn, pageId, async (c) => {
    const { db, viewer, language } = c.var
    const { id } = c.req.valid('param')
    const { series, choices } = await db.read({
      series: seriesInOrder(viewer, id),
      choices: postsWithoutSeries(viewer),
    })
    const facts = { title: titleOf(series.title, language), scripts: ['series.js'] }
    return studioPage(c, 'series', facts, <SeriesEditView {...{ series, choices, language }} />)
  })

export const studioRevisionsPages = new Hono<AppEnv>().get(
  '/studio/posts/:id/revisions',
  signedIn,
  pageId,
  async (c) => {
    const { db, compute, viewer, language } = c.var
    const wanted = pathId.safeParse(c.req.query('version'))
    const shown = await history(
      db,
      compute,
      viewer,
      c.req.valid('param').id,
      wanted.success ? wanted.data : null,
    )
    const title = `${revisionTexts[language].title} · ${shown.post.title || studioTexts[language].untitled}`
    return studioPage(c, 'posts', { title }, <RevisionsView {...shown} language={language} />)
  },
)

export const studioImportPages = new Hono<AppEnv>().get('/studio/import', signedIn, async (c) => {
  const { db, viewer, language, now } = c.var
  const { ImportView, importTexts } = await import('#features/pages/studio/import/views-import.tsx')
  const { ClosedToBanned } = await import('#features/pages/studio/write/views-preview.tsx')
  const { title, lead } = importTexts[language]
  const isOpen = viewer.status === 'active' && !isNewcomer(viewer)
  const { quotas, rules } = await db.read({
    quotas: isOpen ? quotasToShow(viewer) : null,
    rules: isOpen ? authorRules(viewer, now) : null,
  })
  // The browser fetches the images of the imported posts from their old sites, which may have any
  // host. `data:` is for images that are part of the text.
  if (isOpen)
    c.header(
      'Content-Security-Policy',
      contentSecurityPolicy({ directives: ["connect-src 'self' https: data:"] }),
    )
  return studioPage(
    c,
    'import',
    {
      title: titleOf(title, language),
      description: lead,
      ...(isOpen && { scripts: ['import.js'] }),
    },
    viewer.status === 'banned' ? (
      <ClosedToBanned language={language} />
    ) : (
      <>
        <PageHead title={title} lead={lead} />
        <QuotaNotice quotas={quotas ?? []} language={language} />
        {rules ? (
          <ImportView isReviewed={isReviewed(rules)} language={language} />
        ) : (
          <FirstSteps language={language} />
        )}
      </>
    ),
  )
})
