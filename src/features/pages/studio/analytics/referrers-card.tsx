import { OTHER_HOSTS } from '#features/community/views/hosts.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'

interface ReferrersCardProps {
  referrers: readonly { host: string; count: number }[]
  /** All views or visits, with those that have no referrer. */
  total: number
  /** The name of the counted thing. */
  counted: string
  language: Language
}

/** The sites that readers came from. The last row has the readers without a referrer. */
export function ReferrersCard({ referrers, total, counted, language }: ReferrersCardProps) {
  const text = referrerTexts[language]
  const named = referrers.reduce((sum, { count }) => sum + count, 0)
  const rows = [
    ...referrers.map(({ host, count }) => ({
      name: host === OTHER_HOSTS ? text.other : host,
      count,
    })),
    { name: text.direct, count: Math.max(0, total - named) },
  ].filter(({ count }) => count > 0)
  return (
    <Card heading="referrers" title={text.heading} lead={text.lead}>
      {rows.length === 0 ? (
        <p class="soft">{text.none}</p>
      ) : (
        <Table
          label={text.heading}
          columns={[{ rowHeading: text.host }, { number: counted }]}
          rows={rows.map(({ name, count }) => [name, count.toLocaleString(language)])}
        />
      )}
    </Card>
  )
}

const referrerTexts = bilingual({
  heading: ['来源', 'Sources'],
  lead: [
    '只记录来源网站的域名，不记录具体页面。',
    'The site that linked here. Only its host name is stored, never the page.',
  ],
  host: ['来源网站', 'Site'],
  other: ['其他网站', 'Other sites'],
  direct: ['直接访问或来源未知', 'Direct or unknown'],
  none: ['这段时间还没有数据。', 'Nothing in this period.'],
})
