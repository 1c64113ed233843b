import type { SiteFigures } from '#features/operations/admin/figures/figures.ts'
import { PAGES } from '#features/operations/admin/frame/page.tsx'
import { DayCharts, sumOf } from '#features/pages/studio/analytics/day-charts.tsx'
import { RangeTabs } from '#features/pages/studio/analytics/range-tabs.tsx'
import type { FigureRange } from '#features/pages/studio/analytics/ranges.ts'
import { ReferrersCard } from '#features/pages/studio/analytics/referrers-card.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card, Figures } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'

interface SiteFiguresProps {
  figures: SiteFigures
  range: FigureRange
  language: Language
}

export function SiteFiguresView({ figures, range, language }: SiteFiguresProps) {
  const text = siteFigureTexts[language]
  const { days, visits, returning, members, letters, decisions_median_minutes, referrers } = figures
  return (
    <>
      <RangeTabs path={PAGES.figures.href} {...{ range, language }} />
      <div class="stack">
        <DayCharts
          days={days}
          series={[
            { name: 'visits', icon: 'eye', label: text.visits, values: visits },
            { name: 'returning', icon: 'person', label: text.returning, values: returning },
            { name: 'members', icon: 'follow', label: text.members, values: members },
            { name: 'letters', icon: 'mail', label: text.letters, values: letters },
          ]}
          language={language}
        />
        <Card heading="decisions" title={text.decisions} lead={text.decisionsLead}>
          <Figures figures={[[text.median, durationOf(decisions_median_minutes, language)]]} />
        </Card>
        <ReferrersCard
          referrers={referrers.map(({ host, visits }) => ({ host, count: visits }))}
          total={sumOf(visits)}
          counted={text.visits}
          language={language}
        />
        <PostsCard posts={figures.posts} range={range} language={language} />
        <p class="faint small">{text.privacy}</p>
      </div>
    </>
  )
}

function PostsCard({
  posts,
  range,
  language,
}: Pick<SiteFigures, 'posts'> & Omit<SiteFiguresProps, 'figures'>) {
  const text = siteFigureTexts[language]
  return (
    <Card heading="most-read" title={text.posts}>
      {posts.length === 0 ? (
        <p class="soft">{text.noPosts}</p>
      ) : (
        <Table
          label={text.posts}
          columns={[{ rowHeading: text.post }, { number: text.reads }]}
          rows={posts.map(({ id, title, reads }) => [
            <a href={`/studio/analytics?post=${id}&range=${range}`}>{title || text.untitled}</a>,
            reads.toLocaleString(language),
          ])}
        />
      )}
    </Card>
  )
}

const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR

/** "35 minutes", "4.5 hours", "2 days". */
function durationOf(minutes: number | null, language: Language): string {
  if (minutes === null) return '–'
  const [unit, value] =
    minutes < 2 * MINUTES_OF_HOUR
      ? (['minute', minutes] as const)
      : minutes < 2 * MINUTES_OF_DAY
        ? (['hour', minutes / MINUTES_OF_HOUR] as const)
        : (['day', minutes / MINUTES_OF_DAY] as const)
  return value.toLocaleString(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  })
}

export const siteFigureTexts = bilingual({
  lead: [
    '访问、来源、成员和邮件，按北京时间逐日统计。',
    'Visits, sources, members and letters per day, in Shanghai time.',
  ],
  visits: ['访问', 'Visits'],
  returning: ['回访的成员', 'Returning members'],
  members: ['新成员', 'New members'],
  letters: ['发出的订阅邮件', 'Letters sent'],
  decisions: ['审核用时', 'Time to decision'],
  decisionsLead: [
    '从提交到通过或退回的时间，取最近 1,000 次审核的中位数。',
    'From the submission of a post to its approval or rejection: the median of up to 1,000 decisions.',
  ],
  median: ['中位数', 'Median'],
  posts: ['最多人读的文章', 'Most read posts'],
  noPosts: ['这段时间还没有阅读。', 'No reads in this period.'],
  post: ['文章', 'Post'],
  reads: ['阅读', 'Reads'],
  untitled: ['无标题', 'Untitled'],
  privacy: [
    '统计不使用 Cookie，也不在浏览器里保存任何东西。每位读者每天算一次访问，机器人不计入。没有账号的读者第二天无法识别，所以“回访”只统计以前注册过的成员。',
    'The figures need no cookies and store nothing in browsers. A visit is a reader on a day; bots are left out. A reader without an account cannot be recognised on another day, so returning members are those who registered on an earlier day.',
  ],
})
