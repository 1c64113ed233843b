import type { Readers } from '#features/community/views/readers.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { DayCharts, DayLine, sumOf } from '#features/pages/studio/analytics/day-charts.tsx'
import {
  type Analytics,
  type Overview,
  RANGES,
  type Range,
  SERIES,
  type Series,
  type TopPost,
  type Trends,
} from '#features/pages/studio/analytics/figures.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, type IconName, PageHead } from '#web/components/elements.tsx'
import { Table, Tabs } from '#web/components/lists.tsx'

export function AnalyticsView({
  analytics,
  language,
}: {
  analytics: Analytics
  language: Language
}) {
  const text = figureTexts[language]
  const { trends, before, topPosts, readers } = analytics
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <RangeSwitch range={trends.range} text={text} />
      <DayCharts
        days={trends.days}
        series={SERIES.map((name) => ({
          name,
          icon: SERIES_ICONS[name],
          label: text.series[name],
          values: trends[name],
          note: <Compared {...{ name, trends, language }} before={before[name]} />,
        }))}
        language={language}
      />
      <ReadersCard readers={readers} language={language} />
      <TopPosts posts={topPosts} language={language} />
    </>
  )
}

function RangeSwitch({ range, text }: { range: Range; text: FigureText }) {
  const ranges = Object.keys(RANGES) as Range[]
  return (
    <Tabs
      label={text.rangeLabel}
      items={ranges.map((name) => ({
        href: `/studio/analytics?range=${name}`,
        label: text.ranges[name],
        current: name === range,
      }))}
    />
  )
}

interface ComparedProps {
  name: Series
  trends: Trends
  before: number
  language: Language
}

function Compared({ name, trends, before, language }: ComparedProps) {
  const text = figureTexts[language]
  const days = RANGES[trends.range]
  return (
    <span title={text.before(days, before.toLocaleString(language))}>
      {comparison(sumOf(trends[name]), before, days, text, language)}
    </span>
  )
}

/** "12 in the previous 30 days · up 25%"; no percentage if the previous figure is zero. */
function comparison(
  total: number,
  before: number,
  days: number,
  text: FigureText,
  language: Language,
): string {
  const earlier = text.before(days, compact(before, language))
  if (before === 0) return earlier
  const change = (total - before) / before
  const percent = Math.abs(change).toLocaleString(language, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  if (change === 0) return `${earlier} · ${text.same}`
  const compared = change > 0 ? text.moreThan(percent) : text.fewerThan(percent)
  return `${earlier} · ${compared}`
}

/** The share of readers who read to the end, and the sites they came from. */
function ReadersCard({
  readers: { stayed, hosts },
  language,
}: {
  readers: Readers
  language: Language
}) {
  const text = figureTexts[language].readers
  const share = stayed?.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <section class="top-posts stack tight" aria-labelledby="readers-heading">
      <h2 id="readers-heading">{text.heading}</h2>
      <p class="soft">{share === undefined ? text.none : text.stayed(share)}</p>
      {hosts.length > 0 && (
        <Table
          label={text.hostsLabel}
          columns={[{ rowHeading: text.host }, { number: text.views }]}
          rows={hosts.map(({ host, views }) => [host, views.toLocaleString(language)])}
        />
      )}
    </section>
  )
}

function TopPosts({ posts, language }: { posts: TopPost[]; language: Language }) {
  const text = figureTexts[language]
  return (
    <section class="top-posts stack tight" aria-labelledby="top-heading">
      <h2 id="top-heading">{text.topHeading}</h2>
      {posts.length === 0 ? (
        <p class="soft">{text.noTop}</p>
      ) : (
        <>
          <p class="soft">{text.topLead}</p>
          <Table
            label={text.topLabel}
            columns={seriesColumns(text.post, text)}
            class="by-series"
            rows={posts.map((post) => [
              <a href={postPath(post.id)}>{post.title || text.untitled}</a>,
              ...SERIES.map((name) => post[name].toLocaleString(language)),
            ])}
          />
        </>
      )}
    </section>
  )
}

const SERIES_ICONS: Record<Series, IconName> = {
  energy: 'bolt',
  comments: 'comment',
  likes: 'heart',
  favorites: 'bookmark',
  views: 'eye',
}

interface FigureCardsProps {
  uid: number
  overview: Overview
  trends: Trends
  language: Language
}

/** The totals of an author, each with a line of the last 30 days. */
export function FigureCards({ uid, overview, trends, language }: FigureCardsProps) {
  const text = figureTexts[language]
  return (
    <section aria-labelledby="figures-heading">
      <link rel="stylesheet" href={asset('analytics.css')} />
      <header class="studio-section line apart">
        <h2 id="figures-heading">{text.heading}</h2>
        <a href="/studio/analytics">{text.more}</a>
      </header>
      <ul class="figure-cards">
        {SERIES.map((name) => (
          <li class="card figure-card">
            <FigureHead
              icon={SERIES_ICONS[name]}
              label={text.series[name]}
              value={overview[name]}
              language={language}
            />
            <DayLine label={text.series[name]} values={trends[name]} language={language} />
            <p class="faint tiny">{text.lately(compact(sumOf(trends[name]), language))}</p>
          </li>
        ))}
        <li class="card figure-card">
          <FigureHead
            icon="person"
            label={text.followers}
            value={overview.followers}
            language={language}
          />
          <p class="tiny">
            <a href={`${userPath(uid)}?tab=followers`}>{text.seeFollowers}</a>
          </p>
        </li>
      </ul>
    </section>
  )
}

interface FigureHeadProps {
  icon: IconName
  label: string
  value: number
  language: Language
}

function FigureHead({ icon, label, value, language }: FigureHeadProps) {
  return (
    <>
      <h3 class="line soft small">
        <Icon name={icon} />
        {label}
      </h3>
      <strong title={String(value)}>{compact(value, language)}</strong>
    </>
  )
}

/** A column for each series, after a first column that names the rows. */
function seriesColumns(rowHeading: string, text: FigureText) {
  return [{ rowHeading }, ...SERIES.map((name) => ({ number: text.series[name] }))]
}

export const figureTexts = bilingual({
  title: ['数据分析', 'Analytics'],
  lead: [
    '文章数据，按北京时间逐日统计。',
    'How your posts are doing. Days start at midnight, Shanghai time.',
  ],
  series: {
    energy: ['能量', 'Energy'],
    comments: ['评论', 'Comments'],
    likes: ['赞', 'Likes'],
    favorites: ['收藏', 'Favourites'],
    views: ['阅读', 'Views'],
  },
  followers: ['粉丝', 'Followers'],
  seeFollowers: ['查看粉丝', 'View followers'],
  heading: ['数据', 'Statistics'],
  more: ['查看分析', 'View analytics'],
  lately: [
    (count: string) => `近 ${RANGES['30d']} 天 +${count}`,
    (count: string) => `+${count} in ${RANGES['30d']} days`,
  ],
  rangeLabel: ['时间范围', 'Range'],
  ranges: {
    '7d': [`${RANGES['7d']} 天`, `${RANGES['7d']} days`],
    '30d': [`${RANGES['30d']} 天`, `${RANGES['30d']} days`],
    '90d': [`${RANGES['90d']} 天`, `${RANGES['90d']} days`],
  },
  before: [
    (days: number, count: string) => `前 ${days} 天：${count}`,
    (days: number, count: string) => `${count} in the previous ${days} days`,
  ],
  moreThan: [(percent: string) => `增长 ${percent}`, (percent: string) => `up ${percent}`],
  fewerThan: [(percent: string) => `下降 ${percent}`, (percent: string) => `down ${percent}`],
  same: ['持平', 'no change'],
  topHeading: ['表现最好的文章', 'Top posts'],
  topLead: [
    '按这段时间获得的赞、评论、收藏和能量排序。',
    'Ranked by likes, comments, favourites and energy in this period.',
  ],
  topLabel: ['表现最好的文章的数据', 'Figures of the top posts'],
  post: ['文章', 'Post'],
  noTop: [
    '这段时间还没有人点赞、评论、收藏或充能。',
    'No likes, comments, favourites or energy in this period.',
  ],
  untitled: ['无标题', 'Untitled'],
  readers: {
    heading: ['读者', 'Readers'],
    none: ['这段时间还没有读者。', 'No readers in this period.'],
    stayed: [
      (share: string) => `${share} 的读者读完了全文。`,
      (share: string) => `${share} of readers read to the end.`,
    ],
    hostsLabel: ['读者来源', 'Where readers came from'],
    host: ['来源', 'Source'],
    views: ['阅读', 'Views'],
  },
})

type FigureText = (typeof figureTexts)['en']
