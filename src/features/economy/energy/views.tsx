import type { EnergyOverview, LedgerEntryView } from '#features/economy/energy/account.ts'
import { energyTexts } from '#features/economy/energy/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Card, Icon } from '#web/components/elements.tsx'
import { PagedList } from '#web/components/lists.tsx'
import { Sparkline } from '#web/components/sparkline.tsx'
import { Time } from '#web/components/time.tsx'

interface EnergyTabProps extends EnergyOverview {
  energy: number
  language: Language
}

export function EnergyTab({ energy, balances, entries, language }: EnergyTabProps) {
  const text = energyTexts[language]
  const values = balances.map(({ balance }) => balance)
  return (
    <>
      <Card
        heading="balance-heading"
        title={text.balance}
        aside={<a href="/help#energy">{text.help}</a>}
      >
        <div class="balance">
          <p class="figure line tabular">
            <Icon name="bolt" />
            {energy}
          </p>
          <Sparkline values={values} label={text.chart(values[0] ?? 0, energy)} />
        </div>
        {energy < 0 && <p class="notice">{text.negative}</p>}
      </Card>
      <Card heading="ledger-heading" title={text.ledger} lead={text.days}>
        <PagedList
          page={entries}
          path="/settings?tab=energy"
          empty={{ icon: 'bolt', title: text.empty, hint: text.emptyHint }}
          language={language}
        >
          <ol class="ledger">
            {entries.items.map((entry) => (
              <LedgerLine entry={entry} language={language} />
            ))}
          </ol>
        </PagedList>
      </Card>
    </>
  )
}

function LedgerLine({ entry, language }: { entry: LedgerEntryView; language: Language }) {
  const text = energyTexts[language]
  const isEarned = entry.amount > 0
  return (
    <li>
      <div>
        {text.reasons[entry.reason]}
        {entry.post_id !== null && (
          <>
            {' · '}
            <a href={`/posts/${entry.post_id}`}>{text.post(entry.post_id)}</a>
          </>
        )}
        {entry.note !== null && <p class="faint small">{entry.note}</p>}
        <p class="faint small">
          <Time value={entry.created_at} language={language} />
        </p>
      </div>
      <div>
        <p class={`amount small ${isEarned ? 'earned' : 'spent'}`}>
          {isEarned ? `+${entry.amount}` : entry.amount}
        </p>
        <p class="faint small">{text.balanceAfter(entry.balance_after)}</p>
      </div>
    </li>
  )
}
