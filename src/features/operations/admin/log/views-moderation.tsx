import type { PublicEntry } from '#features/operations/admin/log/public-log.ts'
import { moderationTexts } from '#features/operations/admin/log/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { Icon, type IconName, PageHead } from '#web/components/elements.tsx'
import { PagedList } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

export function ModerationView({ entries, language }: { entries: Page<PublicEntry>; language: Language }) {
  const text = moderationTexts[language]
  return (
    <div class="moderation">
      <link rel="stylesheet" href={asset('moderation.css')} />
      <PageHead title={text.title} lead={text.lead} />
      <PagedList
        page={entries}
        path="/moderation"
        empty={{ icon: 'shield', title: text.none, hint: text.noneHint }}
        language={language}
      >
        <ol class="log-entries" id="entries">
          {entries.items.map((entry) => (
            <EntryRow entry={entry} language={language} />
          ))}
        </ol>
      </PagedList>
    </div>
  )
}

function EntryRow({ entry, language }: { entry: PublicEntry; language: Language }) {
  const text = moderationTexts[language]
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
  'user.silence': 'person',
  'user.hide': 'lock',
  'user.restore': 'undo',
  'setting.change': 'settings',
}
