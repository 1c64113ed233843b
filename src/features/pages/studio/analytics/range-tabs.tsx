import { FIGURE_RANGES, type FigureRange } from '#features/pages/studio/analytics/ranges.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Tabs } from '#web/components/lists.tsx'

interface RangeTabsProps {
  path: string
  query?: Record<string, string>
  range: FigureRange
  language: Language
}

/** Links to the same page with another range. */
export function RangeTabs({ path, query = {}, range, language }: RangeTabsProps) {
  const text = rangeTexts[language]
  return (
    <Tabs
      label={text.label}
      items={(Object.keys(FIGURE_RANGES) as FigureRange[]).map((name) => ({
        href: `${path}?${new URLSearchParams({ ...query, range: name })}`,
        label: text.ranges[name],
        current: name === range,
      }))}
    />
  )
}

const rangeTexts = bilingual({
  label: ['时间范围', 'Range'],
  ranges: {
    '7d': ['7 天', '7 days'],
    '30d': ['30 天', '30 days'],
    '90d': ['90 天', '90 days'],
    '1y': ['一年', 'A year'],
  },
})
