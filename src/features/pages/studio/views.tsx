import type { PropsWithChildren } from 'hono/jsx'
import { POST_STATUSES } from '#db/values.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { type QuotaState, quotaState, storageTexts } from '#features/core/storage/quotas.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import { FigureCards } from '#features/pages/studio/analytics/views-analytics.tsx'
import {
  COUNTED_MAX,
  type ContentPage,
  type StudioHome,
  type StudioItem,
  type StudioList,
} from '#features/pages/studio/posts-list.ts'
import { binTexts, type StudioText, studioTexts } from '#features/pages/studio/text.ts'
import { StudioPost } from '#features/pages/studio/views-post.tsx'
import type { AuthorRules } from '#features/publishing/content-rules/needs-review.ts'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { EmptyState, Icon, type IconName, LinkButton, Notice } from '#web/components/elements.tsx'
import { Pager, Tabs } from '#web/components/lists.tsx'

export type StudioPage = keyof StudioText['nav']

const STUDIO_PAGES: Record<StudioPage, { href: string; icon: IconName }> = {
  overview: { href: '/studio', icon: 'studio' },
  posts: { href: '/studio/posts', icon: 'page' },
  drafts: { href: '/studio/drafts', icon: 'draft' },
  series: { href: '/studio/series', icon: 'numbers' },
  analytics: { href: '/studio/analytics', icon: 'chart' },
  letters: { href: '/studio/letters', icon: 'mail' },
  import: { href: '/studio/import', icon: 'download' },
  write: { href: '/studio/write', icon: 'pen' },
}

/**
 * The frame of every page of the studio: links at the side on wide screens, a row of links on small
 * ones.
 */
export function Studio({
  current,
  text,
  children,
}: PropsWithChildren<{ current: StudioPage; text: StudioText }>) {
  const pages = Object.entries(STUDIO_PAGES) as [StudioPage, (typeof STUDIO_PAGES)[StudioPage]][]
  return (
    <div class="with-side-nav">
      <link rel="stylesheet" href={asset('studio.css')} />
      <Tabs
        look="side-nav"
        label={text.navLabel}
        items={pages.map(([name, page]) => ({
          ...page,
          label: text.nav[name],
          current: name === current,
        }))}
      />
      <div class="studio-main">{children}</div>
    </div>
  )
}

export function QuotaNotice({ quotas, language }: { quotas: QuotaState[]; language: Language }) {
  if (quotas.length === 0) return null
  const text = storageTexts[language]
  const isFull = quotas.some(({ used, allowed }) => used >= allowed)
  return (
    <Notice tone={isFull ? 'danger' : 'info'}>
      <p>
        <strong>{isFull ? text.fullNotice : text.notice}</strong>{' '}
        <span class="soft">{text.higher}</span>
      </p>
      <ul class="quotas">
        {quotas.map(({ kind, used, allowed }) => (
          <li>
            <b>
              {quotaState(kind, used, allowed, language)}
              {text.stop}
            </b>
            <span class="soft">{text.advice[kind]}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface ContentViewProps {
  content: ContentPage
  /** Drafts have their own page; the other statuses are filters of the posts page. */
  list: 'posts' | 'drafts'
  status: StudioList | undefined
  isFirstPage: boolean
  /** The post that the viewer has just restored from the bin. */
  restored?: number | undefined
  viewer: Viewer
  language: Language
}

export function ContentView({
  content,
  list,
  status,
  isFirstPage,
  restored,
  viewer,
  language,
}: ContentViewProps) {
  const text = studioTexts[language]
  const { posts, rules } = content
  const path = list === 'drafts' ? '/studio/drafts' : pathOf(status)
  return (
    <>
      <header class="page-head studio-head">
        <h1>{text[list].title}</h1>
        <p>{text[list].lead}</p>
        <div class="form-actions wide-only">
          <ImportButton text={text} />
          <WriteButton text={text} />
        </div>
      </header>
      <QuotaNotice quotas={content.quotas} language={language} />
      {list === 'posts' && <StatusTabs {...{ status, content, language }} />}
      {restored !== undefined && (
        <Notice tone="good">
          {binTexts[language].restoredNotice}{' '}
          <a href={`/studio/write?id=${restored}`}>{binTexts[language].openDraft}</a>
        </Notice>
      )}
      {!isFirstPage && (
        <p class="to-newest small">
          <a href={path}>{text.toNewest}</a>
        </p>
      )}
      {posts.items.length === 0 && isFirstPage ? (
        <Nothing {...{ status, viewer, language }} />
      ) : (
        <ul class="box hairlines" id="studio-posts" aria-label={text.listLabel}>
          {posts.items.map((item) => (
            <StudioPost {...{ item, language, rules }} energy={viewer.energy} heading="h2" />
          ))}
        </ul>
      )}
      {posts.items.length === 0 && !isFirstPage && <p class="faint">{text.end}</p>}
      <Pager path={path} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

function WriteButton({ text, class: className = '' }: { text: StudioText; class?: string }) {
  return (
    <a class={`button primary ${className}`} href="/studio/write">
      <Icon name="pen" />
      {text.nav.write}
    </a>
  )
}

function ImportButton({ text }: { text: StudioText }) {
  return <LinkButton href="/studio/import" icon="download" label={text.nav.import} />
}

/** The tabs for scheduled posts and for the bin are shown only if they contain posts. */
function StatusTabs({
  status,
  content,
  language,
}: Pick<ContentViewProps, 'status' | 'content' | 'language'>) {
  const text = studioTexts[language]
  const { counts, scheduled, deleted } = content
  const all = POST_STATUSES.reduce((sum, name) => sum + counts[name], 0)
  const tab = (name: StudioList | undefined, label: string, count: number | string) => ({
    href: pathOf(name),
    label,
    current: name === status,
    badge: <span class="tab-count faint small tabular">{count}</span>,
  })
  const some = (name: StudioList, label: string, count: number) =>
    count > 0 || status === name
      ? [tab(name, label, count > COUNTED_MAX ? `${COUNTED_MAX}+` : count)]
      : []
  return (
    <Tabs
      label={text.filterLabel}
      items={[
        tab(undefined, text.all, all),
        ...POST_STATUSES.map((name) => tab(name, postStatusNames[language][name], counts[name])),
        ...some('scheduled', text.scheduled, scheduled),
        ...some('deleted', binTexts[language].name, deleted),
      ]}
    />
  )
}

function Nothing({
  status,
  viewer,
  language,
}: Pick<ContentViewProps, 'status' | 'viewer' | 'language'>) {
  if (isNewcomer(viewer)) return <FirstSteps language={language} />
  const text = studioTexts[language]
  const { title, body } = text.empty[status ?? 'all']
  return (
    <EmptyState
      icon={EMPTY_ICONS[status ?? ''] ?? 'draft'}
      title={title}
      actions={
        <>
          <WriteButton text={text} />
          <ImportButton text={text} />
        </>
      }
      hint={body}
    />
  )
}

const EMPTY_ICONS: Record<string, IconName> = { locked: 'lock', deleted: 'trash' }

function pathOf(status: StudioList | undefined): string {
  return status === undefined ? '/studio/posts' : `/studio/posts?status=${status}`
}

export function Overview({
  home,
  viewer,
  language,
}: {
  home: StudioHome
  viewer: Viewer
  language: Language
}) {
  const text = studioTexts[language]
  const isEmpty = POST_STATUSES.every((status) => home.counts[status] === 0)
  const shown = { viewer, language, rules: home.rules }
  return (
    <>
      <header class="page-head studio-head">
        <h1>{text.title}</h1>
        <p>{text.overview.hello(displayName(viewer, language))}</p>
        <WriteButton text={text} class="wide-only" />
      </header>
      <QuotaNotice quotas={home.quotas} language={language} />
      {isEmpty ? (
        <Nothing {...{ viewer, language }} status={undefined} />
      ) : (
        <div class="stack">
          <FigureCards
            uid={viewer.uid}
            overview={home.overview}
            trends={home.trends}
            language={language}
          />
          <ul class="studio-counts" aria-label={text.overview.countsLabel}>
            {POST_STATUSES.map((status) => (
              <li>
                <a class="studio-count box soft small" href={pathOf(status)}>
                  <strong>{home.counts[status]}</strong>
                  {postStatusNames[language][status]}
                </a>
              </li>
            ))}
          </ul>
          <Section
            heading={text.overview.unfinished}
            href="/studio/drafts"
            items={home.unfinished}
            {...shown}
          />
          <Section
            heading={text.overview.pending}
            href={pathOf('pending')}
            items={home.pending}
            {...shown}
          />
          <Section
            heading={text.overview.published}
            href={pathOf('approved')}
            items={home.published}
            {...shown}
          />
        </div>
      )}
    </>
  )
}

interface SectionProps {
  heading: string
  href: string
  items: StudioItem[]
  viewer: Viewer
  language: Language
  rules: AuthorRules
}

function Section({ heading, href, items, viewer, language, rules }: SectionProps) {
  if (items.length === 0) return null
  return (
    <section>
      <header class="studio-section line apart">
        <h2>{heading}</h2>
        <a href={href}>{studioTexts[language].overview.more}</a>
      </header>
      <ul class="box hairlines">
        {items.map((item) => (
          <StudioPost {...{ item, language, rules }} energy={viewer.energy} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
