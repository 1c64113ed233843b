import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { LevelBadge } from '#features/core/shell/user.tsx'
import {
  type Anomaly,
  AnomalyShape,
  anomaliesPage,
  FOUND_EVERY,
  GROUP_MIN,
  YOUNG_DAYS,
} from '#features/operations/admin/anomalies/anomalies.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { postPath } from '#features/publishing/posts/post.ts'
import { HOUR } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Notice } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'
import { LabelledTime } from '#web/components/time.tsx'
import { adminRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const adminAnomaliesApi = new Hono<AppEnv>().get(
  '/admin/anomalies',
  adminRead('listAdminAnomalies', listOf(AnomalyShape)),
  summary(
    'List groups of new accounts that come from one IP address and like or energize posts of the same author',
  ),
  query(z.object(pageQuery)),
  async (c) =>
    c.json(await c.var.db.read(anomaliesPage(pageRequest(c.req.valid('query')), c.var.language))),
)

/** Each group lists its accounts and posts. */
const GROUPS_PER_PAGE = 10

export const adminAnomaliesPages = new Hono<AppEnv>().get(
  PAGES.anomalies.href,
  PAGES.anomalies.guard,
  (c) => {
    const { language } = c.var
    const text = anomaliesTexts[language]
    const anomalies = anomaliesPage(
      pageRequest({ limit: GROUPS_PER_PAGE, cursor: c.req.query('cursor') }),
      language,
    )
    return showAdminPage(
      c,
      { name: 'anomalies', lead: text.lead },
      { anomalies },
      ({ anomalies }) => (
        <div class="stack">
          <Notice>{text.note}</Notice>
          <AdminList
            page={anomalies}
            path="/admin/anomalies"
            empty={{ icon: 'shield', title: text.none, hint: text.noneHint }}
            row={(anomaly) => <AnomalyRow anomaly={anomaly} language={language} />}
            language={language}
          />
        </div>
      ),
    )
  },
)

function AnomalyRow({ anomaly, language }: { anomaly: Anomaly; language: Language }) {
  const text = anomaliesTexts[language]
  const { author, accounts, address, likes, energy, since } = anomaly
  return (
    <AdminRow
      title={text.group(accounts.length, author.display_name)}
      details={<AnomalyDetails anomaly={anomaly} language={language} />}
    >
      <span>
        {text.author} <a href={`/admin/users/${author.uid}`}>{author.display_name}</a>
      </span>
      <span>
        {text.address} <code>{address}</code>
      </span>
      <span>{text.likes(likes)}</span>
      <span>{text.energy(energy)}</span>
      <LabelledTime label={text.since} value={since} language={language} />
    </AdminRow>
  )
}

function AnomalyDetails({
  anomaly: { accounts, posts },
  language,
}: {
  anomaly: Anomaly
  language: Language
}) {
  const text = anomaliesTexts[language]
  const sums = [{ number: text.liked }, { number: text.energized }]
  return (
    <div class="stack">
      <Table
        label={text.accounts}
        columns={[text.account, ...sums]}
        rows={accounts.map(({ uid, display_name, level, created_at, likes, energy }) => [
          <>
            <a href={`/admin/users/${uid}`}>{display_name}</a> <LevelBadge level={level} />
            <br />
            <small class="faint">
              <LabelledTime label={text.joined} value={created_at} language={language} />
            </small>
          </>,
          likes,
          energy,
        ])}
      />
      {posts.length > 0 && (
        <Table
          label={text.posts}
          columns={[text.posts, ...sums]}
          rows={posts.map(({ id, title, likes, energy }) => [
            <a href={postPath(id)}>{title || `#${id}`}</a>,
            likes,
            energy,
          ])}
        />
      )}
    </div>
  )
}

const anomaliesTexts = bilingual({
  lead: [
    `最近 ${YOUNG_DAYS} 天注册、从同一地址登录，并给同一作者点赞或充能的账号，每组至少 ${GROUP_MIN} 个。每 ${FOUND_EVERY / HOUR} 小时更新一次。`,
    `Accounts created in the last ${YOUNG_DAYS} days that logged in from one address and like or energize the same author, in groups of at least ${GROUP_MIN}. Updated every ${FOUND_EVERY / HOUR} hours.`,
  ],
  note: [
    '这里只列出线索，不会自动处理任何账号。学校、公司和移动网络的许多人会共用一个地址，请核实后再决定。',
    'This is only a report: nothing happens to these accounts by itself. Many people at a school, in a company or on a mobile network share one address, so check before you act.',
  ],
  group: [
    (count: number, author: string) => `${count} 个新账号集中支持 ${author}`,
    (count: number, author: string) => `${count} new accounts support ${author}`,
  ],
  author: ['作者', 'Author'],
  address: ['地址', 'Address'],
  likes: [
    (count: number) => `${count} 个赞`,
    (count: number) => `${count} ${count === 1 ? 'like' : 'likes'}`,
  ],
  energy: [(amount: number) => `${amount} 点能量`, (amount: number) => `${amount} energy`],
  since: ['始于', 'Since'],
  accounts: ['账号', 'Accounts'],
  account: ['账号', 'Account'],
  joined: ['注册于', 'Joined'],
  liked: ['点赞', 'Likes'],
  energized: ['充能', 'Energy'],
  posts: ['相关文章', 'Posts'],
  none: ['没有发现可疑活动', 'No suspicious activity found'],
  noneHint: ['发现后会显示在这里。', 'Groups will appear here.'],
})
