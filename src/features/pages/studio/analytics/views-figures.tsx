import { userPath } from '#features/core/shell/navigation.ts'
import { type Overview, RANGES, SERIES, type Series, type Trends } from '#features/pages/studio/analytics/figures.ts'
import { type FigureText, figureTexts } from '#features/pages/studio/analytics/text-figures.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, type IconName } from '#web/components/elements.tsx'
import { Sparkline } from '#web/components/sparkline.tsx'

export const SERIES_ICONS: Record<Series, IconName> = {
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
      <header class="studio-section">
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
            <TrendLine name={name} trends={trends} language={language} />
            <p class="faint">{text.lately(compact(sumOf(trends[name]), language))}</p>
          </li>
        ))}
        <li class="card figure-card">
          <FigureHead icon="person" label={text.followers} value={overview.followers} language={language} />
          <p>
            <a href={`${userPath(uid)}?tab=followers`}>{text.seeFollowers}</a>
          </p>
        </li>
      </ul>
    </section>
  )
}

/** Rendered on the server. With JavaScript, the analytics page replaces the line by a chart. */
export function TrendLine({ name, trends, language }: { name: Series; trends: Trends; language: Language }) {
  const text = figureTexts[language]
  const values = trends[name]
  const [total, most] = [sumOf(values), Math.max(0, ...values)].map((count) => compact(count, language))
  const label = text.line(text.series[name], RANGES[trends.range], total ?? '', most ?? '')
  return <Sparkline values={values} label={label} />
}

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

interface FigureHeadProps {
  icon: IconName
  label: string
  value: number
  language: Language
}

function FigureHead({ icon, label, value, language }: FigureHeadProps) {
  return (
    <>
      <h3>
        <Icon name={icon} />
        {label}
      </h3>
      <strong title={String(value)}>{compact(value, language)}</strong>
    </>
  )
}

/** A column for each series, after a first column that names the rows. */
export function seriesColumns(first: string, text: FigureText) {
  return [first, ...SERIES.map((name) => ({ number: text.series[name] }))]
}
