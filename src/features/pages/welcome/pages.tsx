import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Group, group, type Statement } from '#db/client.ts'
import type { AppEnv } from '#env'
import {
  ConfirmAddress,
  CorrectAddress,
  confirmAddressTexts,
} from '#features/accounts/email/views.tsx'
import { type PendingReview, pendingReview } from '#features/accounts/profiles/review.ts'
import { followTags } from '#features/community/follows/topics.ts'
import { FollowButton } from '#features/community/follows/views.tsx'
import { type Brand, brandOf, siteIdentity } from '#features/core/identity/identity.ts'
import { type MailDestination, mailDestinationOf } from '#features/core/mail/service.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { AuthorName, Avatar, UsernameField } from '#features/core/shell/user.tsx'
import { settingOf } from '#features/core/site/settings.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import { type PopularTag, popularTags } from '#features/publishing/tags/tags.ts'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { tagKey } from '#kernel/post-limits.ts'
import { Card, Icon, LinkButton, NeedsScript, Notice } from '#web/components/elements.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { member, signedIn } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'

export const welcomePages = new Hono<AppEnv>()
  .post('/welcome', repeats('idempotent'), member, async (c) => {
    const { interest = [] } = await c.req.parseBody({ all: true })
    const chosen = [interest].flat().filter((name) => typeof name === 'string')
    const interests = chosen.slice(0, INTERESTS_MAX).map((name) => ['interest', name])
    await c.var.db.batch([followTags(c.var.viewer.uid, chosen.slice(0, INTERESTS_MAX), c.var.now)])
    return c.redirect(`/welcome?${new URLSearchParams(interests)}#people`, 303)
  })
  .get('/welcome', signedIn, async (c) => {
    const { db, viewer, language, now } = c.var
    const interests = c.req.queries('interest') ?? []
    const read = await db.read({
      review: pendingReview(viewer.uid),
      isReviewed: settingOf('audit.enabled'),
      suggested: suggestions(viewer, interests, language),
    })
    const brand = brandOf(await siteIdentity(db, now), language)
    const mailDestination = mailDestinationOf(c.env)
    const { title, description } = welcomeTexts[language]
    return page(
      c,
      { title: title(brand.name), description, robots: 'noindex', scripts: ['account.js'] },
      <WelcomeView {...{ ...read, viewer, interests, brand, mailDestination, language }} />,
    )
  })

interface WelcomeProps {
  viewer: Viewer
  review: PendingReview | null
  isReviewed: boolean
  suggested: Suggestions
  interests: string[]
  brand: Brand
  mailDestination: MailDestination
  language: Language
}

function WelcomeView(props: WelcomeProps) {
  const { viewer, suggested, brand, mailDestination, language } = props
  const text = welcomeTexts[language]
  return (
    <div class="onboarding stack breaks">
      <header class="setup-head centred">
        <Mark />
        <h1>{text.title(brand.name)}</h1>
        <p class="soft">{text.lead}</p>
      </header>
      <NeedsScript text={shellTexts[language]} />
      {viewer.email_verified_at === null && (
        <Card heading="confirm" title={confirmAddressTexts[language].heading}>
          <div class="stack">
            <ConfirmAddress {...{ viewer, mailDestination, language }} />
            <CorrectAddress {...{ viewer, mailDestination, language }} />
          </div>
        </Card>
      )}
      <UsernameCard {...props} />
      {suggested.tags.length > 0 && <PeopleCard {...props} />}
      <div class="form-actions onboarding-end">
        <LinkButton href="/" kind="primary" label={text.read} />
        <LinkButton href="/studio/write" icon="pen" label={text.write} />
      </div>
    </div>
  )
}

function UsernameCard({ viewer, review, isReviewed, language }: WelcomeProps) {
  const text = welcomeTexts[language].username
  const pending = review?.username ?? null
  if (viewer.username !== null || pending !== null) {
    return (
      <Card heading="username-heading" title={text.heading}>
        <p class="onboarding-done">
          <Icon name={pending === null ? 'check' : 'clock'} />
          <span>
            {pending === null ? text.done(viewer.username ?? '') : text.pending(pending)}{' '}
            <a href="/settings?tab=profile">{text.more}</a>
          </span>
        </p>
      </Card>
    )
  }
  return (
    <Card heading="username-heading" title={text.heading} lead={text.why(TASK_EXP)}>
      <ApiForm
        api="PUT /api/settings/profile"
        after="reload"
        toast={isReviewed ? text.submitted : text.saved}
        class="form narrow"
        id="first-username"
      >
        <UsernameField label={text.label} hint={text.hint} required />
        {isReviewed && <Notice>{text.reviewed}</Notice>}
        <Submit label={text.save} />
      </ApiForm>
    </Card>
  )
}

/**
 * The chosen interests are tags to follow, and decide which people are suggested. The form works
 * without JavaScript.
 */
function PeopleCard({ suggested: { tags, groups }, interests, language }: WelcomeProps) {
  const text = welcomeTexts[language].people
  const keys = interests.map(tagKey)
  return (
    <Card heading="people-heading" id="people" title={text.heading} lead={text.lead(INTERESTS_MAX)}>
      <form class="interests stack loose" method="post" action="/welcome">
        <fieldset class="row">
          <legend class="visually-hidden">{text.interests}</legend>
          {tags.map(({ name }) => (
            <label lang={foreignLanguage(name, language)} dir={directionOf(name)}>
              <input
                type="checkbox"
                name="interest"
                value={name}
                checked={keys.includes(tagKey(name))}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button small">
          {text.show}
        </button>
      </form>
      {groups.length === 0 && <p class="soft">{text.noSuggestions}</p>}
      {groups.map(({ tag, people }) => (
        <section class="suggested">
          <h3>
            <a href={tagPath(tag)}>#{tag}</a>
          </h3>
          <ul class="stack loose">
            {people.map((person) => (
              <li class="line loose">
                <Avatar user={person} size="small" />
                <div>
                  <AuthorName user={person} />
                  {person.signature && (
                    <p
                      class="faint small one-line"
                      lang={foreignLanguage(person.signature, language)}
                      dir={directionOf(person.signature)}
                    >
                      {person.signature}
                    </p>
                  )}
                </div>
                <FollowButton
                  uid={person.uid}
                  name={person.display_name}
                  status={{ i_follow: person.i_follow, follows_me: false, mutual: false }}
                  isSignedIn
                  language={language}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

export const welcomeTexts = bilingual({
  title: [(site: string) => `欢迎来到 ${site}`, (site: string) => `Welcome to ${site}`],
  description: ['新成员的第一步。', 'The first steps of a new member.'],
  lead: [
    '账号已经创建。花一分钟完成下面的步骤，也可以直接开始阅读。',
    'Your account is ready. Take a minute for these steps, or start reading right away.',
  ],
  username: {
    heading: ['第一步：取一个用户名', 'Step 1: choose a username'],
    why: [
      (exp: number) =>
        `发布文章需要 Lv1。用户名会显示在你的文章和评论旁边，第一次设置可获得 ${exp} 经验，立即升到 Lv1。`,
      (exp: number) =>
        `You need Lv1 to publish. Your first username gives you ${exp} exp, which is Lv1. It is shown beside your posts and comments.`,
    ],
    label: ['用户名', 'Username'],
    hint: [
      `${USERNAME_MIN} 到 ${USERNAME_MAX} 个文字、数字、下划线或连字符。`,
      `${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, underscores or hyphens.`,
    ],
    reviewed: [
      '本站会先审核用户名，通过后生效。',
      'This site reviews usernames. Yours takes effect when it is approved.',
    ],
    save: ['保存', 'Save'],
    saved: ['用户名已保存，现在可以发布文章了。', 'Username saved. You can publish now.'],
    submitted: ['已提交，等待审核。', 'Submitted for review.'],
    done: [
      (name: string) => `你的用户名是 ${name}，可以发布文章了。`,
      (name: string) => `You are ${name}, and you can publish.`,
    ],
    pending: [
      (name: string) => `用户名 ${name} 正在等待审核。`,
      (name: string) => `The username ${name} is in review.`,
    ],
    more: ['添加头像和签名', 'Add an avatar and a signature'],
  },
  people: {
    heading: ['第二步：关注感兴趣的内容', 'Step 2: find what to follow'],
    lead: [
      (max: number) =>
        `关注感兴趣的标签（一次最多 ${max} 个），看看谁在写。这些标签和你关注的人的新文章，会出现在首页的“关注”里。`,
      (max: number) =>
        `Follow up to ${max} tags at a time and see who writes about them. Posts of these tags and by people you follow appear under “Following” on the home page.`,
    ],
    interests: ['感兴趣的标签', 'Interests'],
    show: ['关注并查看作者', 'Follow and show people'],
    noSuggestions: [
      '这些标签下还没有可以推荐的作者。',
      'No authors to suggest for these tags yet.',
    ],
  },
  read: ['开始阅读', 'Start reading'],
  write: ['写第一篇文章', 'Write your first post'],
})

const TAGS_OFFERED = 24
export const INTERESTS_MAX = 6
/** If the member has chosen no interests, authors of this many popular tags are suggested. */
const TAGS_BY_DEFAULT = 3
const PEOPLE_PER_TAG = 4
/**
 * This many of the hottest posts are read for each tag and language. Several may be by one author.
 */
const POSTS_READ = 12
const LANGUAGES = ['zh', 'en', ''] as const

/** Tags and people that a new member can follow. */
interface Suggestions {
  tags: PopularTag[]
  /** The people to suggest, by the tag of their posts. */
  groups: { tag: string; people: SuggestedPerson[] }[]
}

type SuggestedPerson = UserRef & { signature: string; i_follow: boolean }

type PersonRow = PublicColumns & { signature: string; i_follow: 0 | 1; tag: string }

/**
 * Authors of the hottest posts, grouped by the chosen tags, or by the most popular ones. Each
 * author is suggested once.
 */
export function suggestions(
  viewer: Viewer,
  interests: string[],
  language: Language,
): Group<Suggestions> {
  return group(
    { tags: popularTags(TAGS_OFFERED), rows: authorsOf(viewer, interests) },
    ({ tags, rows }) => {
      const groups = new Map<string, SuggestedPerson[]>()
      const seen = new Set<number>()
      for (const row of rows) {
        const people = groups.get(row.tag) ?? []
        groups.set(row.tag, people)
        if (seen.has(row.uid) || people.length === PEOPLE_PER_TAG) continue
        seen.add(row.uid)
        people.push({
          ...asUserRef(row, language),
          signature: row.signature,
          i_follow: row.i_follow === 1,
        })
      }
      const filled = [...groups].flatMap(([tag, people]) =>
        people.length > 0 ? [{ tag, people }] : [],
      )
      return { tags, groups: filled }
    },
  )
}

function authorsOf({ uid }: Viewer, interests: string[]): Statement<PersonRow> {
  const keys = JSON.stringify(interests.slice(0, INTERESTS_MAX).map(tagKey))
  const chosen =
    interests.length > 0
      ? sql`tag_key IN (SELECT value FROM json_each(${keys}))`
      : sql`posts_count > 0`
  const count = interests.length > 0 ? INTERESTS_MAX : TAGS_BY_DEFAULT
  const ranges = LANGUAGES.map(
    (language) => sql`
      SELECT author_id, hot FROM (
        SELECT author_id, hot FROM post_tags INDEXED BY post_tags_hot
        WHERE tag_key = t.tag_key AND language = ${language} ORDER BY hot DESC, post_id DESC LIMIT ${POSTS_READ})`,
  )
  return sql`
    SELECT t.name AS tag, u.uid, u.username, u.avatar_key, u.exp, u.status, u.signature,
      EXISTS (SELECT 1 FROM user_follows WHERE follower_id = ${uid} AND followed_id = u.uid) AS i_follow
    FROM (SELECT tag_key, name, posts_count FROM tags WHERE ${chosen}
      ORDER BY posts_count DESC, tag_key DESC LIMIT ${count}) t
    CROSS JOIN json_each((SELECT json_group_array(author_id) FROM (${sql.join(ranges, sql` UNION ALL `)}))) author
    CROSS JOIN users u ON u.uid = author.value
    WHERE u.uid <> ${uid} AND u.status = 'active' AND u.username IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = ${uid} AND blocked_id = u.uid)
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = u.uid AND blocked_id = ${uid})
    ORDER BY t.posts_count DESC, t.tag_key DESC, author.key`
}
