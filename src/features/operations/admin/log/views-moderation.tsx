import { shellTexts } from '#features/core/shell/text.ts'
import type { PublicEntry } from '#features/operations/admin/log/public-log.ts'
import { type ModerationText, moderationTexts } from '#features/operations/admin/log/text-moderation.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

export function ModerationView({ entries, language }: { entries: Page<PublicEntry>; language: Language }) {
  const text = moderationTexts[language]
  return (
    <div class="moderation">
      <link rel="stylesheet" href={asset('moderation.css')} />
      <header class="page-head">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      {entries.items.length === 0 ? (
        <EmptyState icon="shield" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <ol class="log-entries" id="entries">
          {entries.items.map((entry) => (
            <EntryRow entry={entry} text={text} language={language} />
          ))}
        </ol>
      )}
      <Pager path="/moderation" cursor={entries.next_cursor} label={shellTexts[language].loadMore} />
    </div>
  )
}

interface EntryRowProps {
  entry: PublicEntry
  text: ModerationText
  language: Language
}

function EntryRow({ entry, text, language }: EntryRowProps) {
  const actions: Record<string, string> = text.actions
  const { action, detail, reason, created_at } = entry
  return (
    <li class="log-entry">
      <Icon name={ICONS[action] ?? 'shield'} />
      <div>
        <p>
          <strong>{(detail === null ? undefined : actions[detail]) ?? actions[action] ?? action}</strong>{' '}
          <Time value={created_at} language={language} />
        </p>
        {action !== 'setting.change' && <p class="soft">{reason ?? text.noReason}</p>}
      </div>
    </li>
  )
}

const ICONS: Record<string, IconName> = {
  'post.reject': 'undo',
  'post.lock': 'lock',
  'post.unlock': 'key',
  'post.delete': 'trash',
  'comment.delete': 'comment',
  'user.status': 'person',
  'setting.change': 'settings',
}
