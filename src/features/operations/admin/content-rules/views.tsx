import { adminContentRulesTexts } from '#features/operations/admin/content-rules/text.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { BLOCKED_HOSTS_MAX, BLOCKED_WORDS_MAX } from '#features/publishing/content-rules/blocked-hosts.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Card, Notice, PageHead } from '#web/components/elements.tsx'
import { TextField } from '#web/components/form.tsx'

export const LISTS = ['hosts', 'words'] as const
type List = (typeof LISTS)[number]

/** A list that was not saved: the lines as the admin wrote them, and the problem. */
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
  return (
    <>
      <PageHead title={adminTexts[language].nav.rules} lead={text.lead} />
      <div class="stack rules">
        {LISTS.map((list) => {
          const { title, lead, label, hint } = text[list]
          const entries = lists[list]
          const own = refused?.list === list ? refused : null
          return (
            <Card heading={`${list}-heading`} {...{ title, lead }}>
              <form class="form" method="post" action="/admin/content-rules">
                {saved === list && <Notice tone="good">{text.saved}</Notice>}
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
                  <Button type="submit" kind="primary" label={text.save} />
                </div>
              </form>
            </Card>
          )
        })}
      </div>
    </>
  )
}
