import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { historyPage } from '#features/pages/reading/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { Button, EmptyState, LinkButton, NeedsScript, PageHead } from '#web/components/elements.tsx'
import { Switch } from '#web/components/form.tsx'
import { optionalViewer } from '#web/guards/access.ts'

const texts = bilingual({
  title: ['阅读记录', 'Reading history'],
  lead: [
    '你在这个浏览器里读过的最近 200 篇文章。记录只保存在这个浏览器中，退出登录时会清除。',
    'The last 200 posts that you read in this browser. The history never leaves the browser, and logging out clears it.',
  ],
  needsScript: ['阅读记录需要启用 JavaScript。', 'The reading history needs JavaScript.'],
  keep: ['保存阅读记录', 'Keep a reading history'],
  keepHint: ['关闭后会删除已有记录。', 'Turning it off deletes the history.'],
  clear: ['清空记录', 'Clear history'],
  remove: [
    (title: string) => `从记录中移除《${title}》`,
    (title: string) => `Remove “${title}” from the history`,
  ],
  unfinished: ['继续阅读', 'Continue reading'],
  all: ['全部', 'All'],
  part: ['已读 {part}%', '{part}% read'],
  none: ['还没有阅读记录', 'Nothing here yet'],
  noneHint: ['读过的文章会出现在这里。', 'Posts that you read appear here.'],
  posts: ['浏览文章', 'Browse posts'],
  help: ['离线阅读帮助', 'Help with offline reading'],
})

/** The same page for everyone: client/entries/history.ts inserts the history of the browser. */
export const historyPages = new Hono<AppEnv>().get('/history', optionalViewer, cached(), (c) => {
  const { language } = c.var
  const { title, lead } = texts[language]
  return page(
    c,
    { title, description: lead, robots: 'noindex', scripts: ['history.js'] },
    <HistoryView language={language} />,
  )
})

function HistoryView({ language }: { language: Language }) {
  const text = texts[language]
  return (
    <div class="stack history">
      <PageHead title={text.title} lead={text.lead}>
        <a href="/help/offline">{text.help}</a>
      </PageHead>
      <NeedsScript text={text} />
      <div
        class="needs-script stack"
        {...historyPage({ part: text.part, remove: text.remove('{title}') })}
      >
        <Switch id="keep-history" label={text.keep} hint={text.keepHint} />
        <section hidden>
          <h2>{text.unfinished}</h2>
          <ul class="history-list" />
        </section>
        <section hidden>
          <h2>{text.all}</h2>
          <ul class="history-list" />
          <Button kind="small danger" label={text.clear} />
        </section>
        <div hidden>
          <EmptyState
            icon="clock"
            title={text.none}
            hint={text.noneHint}
            actions={<LinkButton href="/posts" label={text.posts} />}
          />
        </div>
      </div>
    </div>
  )
}
