import { DayCharts, sumOf } from '#features/pages/studio/analytics/day-charts.tsx'
import type { PostFigures } from '#features/pages/studio/analytics/post-figures.ts'
import { RangeTabs } from '#features/pages/studio/analytics/range-tabs.tsx'
import type { FigureRange } from '#features/pages/studio/analytics/ranges.ts'
import { ReferrersCard } from '#features/pages/studio/analytics/referrers-card.tsx'
import { postPath } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card, Figures, PageHead } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'

interface PostFiguresProps {
  id: number
  title: string
  figures: PostFigures
  range: FigureRange
  language: Language
}

export function PostFiguresView({ id, title, figures, range, language }: PostFiguresProps) {
  const text = postFigureTexts[language]
  const { days, reads, finished, depth, referrers } = figures
  const [all, ended] = [sumOf(reads), sumOf(finished)]
  const count = (value: number) => value.toLocaleString(language)
  return (
    <>
      <PageHead title={title || text.untitled} lead={text.lead} />
      <p class="row">
        <a href={postPath(id)}>{text.open}</a>
        <a href="/studio/analytics">{text.all}</a>
      </p>
      <RangeTabs path="/studio/analytics" query={{ post: String(id) }} {...{ range, language }} />
      <div class="stack">
        <Figures
          figures={[
            [text.reads, count(all)],
            [text.share, all === 0 ? '–' : percent(Math.min(1, ended / all), language)],
            [text.followers, count(figures.followers_gained)],
            [text.subscribers, count(figures.subscribers_gained)],
          ]}
        />
        <DayCharts
          days={days}
          series={[
            { name: 'reads', icon: 'eye', label: text.reads, values: reads },
            { name: 'finished', icon: 'check', label: text.finished, values: finished },
          ]}
          language={language}
        />
        <DepthCard depth={depth} language={language} />
        <ReferrersCard
          referrers={referrers.map(({ host, reads }) => ({ host, count: reads }))}
          total={all}
          counted={text.reads}
          language={language}
        />
        <p class="faint small">{text.privacy}</p>
      </div>
    </>
  )
}

/** The share of readers who reached each tenth of the text. The steps show where readers stop. */
function DepthCard({ depth, language }: { depth: readonly number[]; language: Language }) {
  const text = postFigureTexts[language]
  const all = sumOf(depth)
  return (
    <Card heading="depth" title={text.depth} lead={text.depthLead}>
      {all === 0 ? (
        <p class="soft">{text.none}</p>
      ) : (
        <Table
          label={text.depth}
          columns={[{ rowHeading: text.part }, text.reached, { number: text.stopped }]}
          class="depth-table"
          rows={depth.map((stopped, tenth) => {
            const share = sumOf(depth.slice(tenth)) / all
            return [
              `${tenth * 10}–${(tenth + 1) * 10}%`,
              <span class="depth-share line">
                <progress class="bar" max={1} value={share} aria-hidden="true" />
                {percent(share, language)}
              </span>,
              stopped.toLocaleString(language),
            ]
          })}
        />
      )}
    </Card>
  )
}

const percent = (share: number, language: Language) =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })

export const postFigureTexts = bilingual({
  lead: ['这篇文章的数据，按北京时间逐日统计。', 'Figures of this post per day, in Shanghai time.'],
  open: ['打开文章', 'Open the post'],
  all: ['全部文章的数据', 'All posts'],
  untitled: ['无标题', 'Untitled'],
  reads: ['阅读', 'Reads'],
  finished: ['读完', 'Read to the end'],
  share: ['读完的比例', 'Share read to the end'],
  followers: ['新增关注', 'New followers'],
  subscribers: ['新增邮件订阅', 'New subscribers'],
  depth: ['读到哪里', 'Where readers stop'],
  depthLead: [
    '把全文分成十段：每段有多少读者读到，又有多少读者停在这里。',
    'The text in ten parts of equal height: how many readers reached each part, and how many stopped there.',
  ],
  part: ['部分', 'Part'],
  reached: ['读到的读者', 'Reached'],
  stopped: ['停在这里', 'Stopped here'],
  none: ['这段时间还没有读者。', 'No readers in this period.'],
  privacy: [
    '统计不使用 Cookie，不保存读者身份，只写入每天的总数。关注和订阅按“在这篇文章页面上操作”计算。',
    'The figures need no cookies and store no readers, only sums per day. Followers and subscribers are counted if they pressed the button on the page of this post.',
  ],
})
