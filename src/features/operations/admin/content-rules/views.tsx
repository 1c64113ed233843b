import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  BLOCKED_HOSTS_MAX,
  BLOCKED_WORDS_MAX,
} from '#features/publishing/content-rules/blocked-hosts.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, Card, Notice } from '#web/components/elements.tsx'
import { TextField } from '#web/components/fields.tsx'

export const LISTS = ['hosts', 'words'] as const
type List = (typeof LISTS)[number]

/** A list that was not saved: the lines as the admin typed them, and the problem. */
export interface RefusedList {
  list: List
  entries: string
  problem: string
}

interface ContentRulesProps {
  lists: Record<List, string[]>
  saved: List | null
  refused: RefusedList | null
  language: Language
}

const ENTRIES_MAX: Record<List, number> = { hosts: BLOCKED_HOSTS_MAX, words: BLOCKED_WORDS_MAX }

export function ContentRulesView({ lists, saved, refused, language }: ContentRulesProps) {
  const text = adminContentRulesTexts[language]
  const { save, saved: savedText } = adminTexts[language]
  return (
    <div class="stack rules">
      {LISTS.map((list) => {
        const { title, lead, label, hint } = text[list]
        const entries = lists[list]
        const own = refused?.list === list ? refused : null
        return (
          <Card heading={`${list}-heading`} {...{ title, lead }}>
            <form class="form" method="post" action="/admin/content-rules">
              {saved === list && <Notice tone="good">{savedText}</Notice>}
              <input type="hidden" name="list" value={list} />
              <TextField
                id={list}
                name="entries"
                label={label}
                rows={10}
                value={own?.entries ?? entries.join('\n')}
                aside={text.count(entries.length, ENTRIES_MAX[list])}
                hint={hint}
                error={own?.problem}
                autocomplete="off"
              />
              <div class="form-actions">
                <Button type="submit" kind="primary" label={save} />
              </div>
            </form>
          </Card>
        )
      })}
    </div>
  )
}

export const adminContentRulesTexts = bilingual({
  lead: [
    '限制公开内容中的链接和用词。草稿不受影响。',
    'Limit links and words in public content. Drafts are not affected.',
  ],
  count: [
    (count: number, max: number) => `${count} / ${max} 条`,
    (count: number, max: number) => `${count} of ${max}`,
  ],
  hosts: {
    title: ['屏蔽的网站', 'Blocked sites'],
    lead: [
      '公开的文章和评论不能链接到这些网站，也不能引用其中的图片；子域名同样受限。对所有人生效，已公开的内容不受影响，但再次保存时会检查。',
      'Public posts and comments cannot link to these sites or show images from them, subdomains included. This applies to everyone. Existing public content stays and is checked when it is saved again.',
    ],
    label: ['域名，每行一个', 'Hosts, one per line'],
    hint: [
      '例如 spam.example。可以直接粘贴网址，保存时只保留域名。',
      'For example spam.example. You can paste URLs: only the host is kept.',
    ],
  },
  words: {
    title: ['敏感词', 'Word list'],
    lead: [
      '含有这些词的文章需要审核后才能公开；含有这些词的评论仍会显示，并自动举报给管理员。管理员发布的内容不检查。',
      'Posts with these words are reviewed before they become public. Comments with these words stay visible and are reported to the admins. Content written by admins is not checked.',
    ],
    label: ['词语，每行一个', 'Words, one per line'],
    hint: [
      '不区分大小写和全角半角。英文等字母文字按整词匹配，中文按包含匹配。',
      'Upper and lower case are the same. Words of the Latin alphabet match as whole words; Chinese words match anywhere.',
    ],
  },
})
