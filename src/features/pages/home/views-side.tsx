import type { Child, PropsWithChildren } from 'hono/jsx'
import { linkToComment } from '#features/community/comments/comment.ts'
import { FollowButton } from '#features/community/follows/views.tsx'
import { HOME_BLOCKS, type HomeBlock } from '#features/core/identity/layout.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { CheckInCard, isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import type { HotPost, Sidebar, SideComment } from '#features/pages/home/side.ts'
import { continueReading } from '#features/pages/reading/hooks.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { TagList } from '#features/publishing/lists/views-card.tsx'
import { postPath, tagPath } from '#features/publishing/posts/post.ts'
import type { PopularTag } from '#features/publishing/tags/tags.ts'
import { beginningOf, directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, LinkButton } from '#web/components/elements.tsx'
import { memoised, renderedOnce } from '#web/components/memoised.ts'

interface ListSideProps {
  side: Sidebar
  viewer: Viewer | null
  language: Language
  /** The home page has its own welcome for visitors. */
  isHome: boolean
  /** On the home page, the lists that the owner chose, in their order. */
  blocks?: readonly HomeBlock[]
  /** The owner has the set-up list instead of the level. */
  isSettingUp?: boolean
  topic?: { best: HotPost[]; related: string[] }
}

/** The sidebar of all lists of posts. */
export function ListSide({
  side,
  viewer,
  language,
  isHome,
  blocks = HOME_BLOCKS,
  isSettingUp = false,
  topic,
}: ListSideProps) {
  return (
    <>
      {viewer && !isSettingUp && !isNewcomer(viewer) && (
        <CheckInCard viewer={viewer} language={language} />
      )}
      {!viewer && !isHome && <Invitation language={language} />}
      {isHome && (
        <section
          class="side-list stack loose"
          aria-labelledby="continue-heading"
          hidden
          {...continueReading()}
        >
          <h2 id="continue-heading">{postTexts[language].side.continueReading}</h2>
          {/* client/behaviors/posts/reading.ts sets the post. */}
          <a dir="auto" href="/history">
            {postTexts[language].side.continueReading}
          </a>
        </section>
      )}
      {topic && (
        <HotPosts
          posts={topic.best}
          name="best"
          title={postTexts[language].side.best}
          language={language}
        />
      )}
      {topic && topic.related.length > 0 && (
        <SideList name="related" title={postTexts[language].side.related}>
          <TagList
            tags={topic.related}
            label={postTexts[language].side.related}
            class="tag-list row"
          />
        </SideList>
      )}
      {blocks.map((block) => {
        if (block === 'hot') return renderedHot(side.hot, language)
        if (block === 'authors')
          return cachedAuthors({ authors: side.authors, isSignedIn: viewer !== null, language })
        if (block === 'comments') return renderedComments(side.comments, language)
        return block === 'tags' && renderedTags(side.tags, language)
      })}
    </>
  )
}

// Each of these lists belongs to one language and is shared by all readers who see all posts, so it
// is rendered once.
const renderedHot = renderedOnce<HotPost[], Language>((posts, language) => {
  const { hot, hotOrder } = postTexts[language].side
  return <HotPosts {...{ posts, language }} name="hot" title={hot} lead={hotOrder} />
})
const renderedComments = renderedOnce<SideComment[], Language>((comments, language) => (
  <RecentComments comments={comments} language={language} />
))
const renderedTags = renderedOnce<PopularTag[], Language>((tags, language) => (
  <PopularTags tags={tags} language={language} />
))
const cachedAuthors = memoised<ActiveAuthorsProps>(ActiveAuthors)

interface HotPostsProps {
  posts: HotPost[]
  /** Part of the id of the heading. */
  name: 'hot' | 'best'
  title: string
  lead?: string
  language: Language
}

function HotPosts({ posts, name, title, lead, language }: HotPostsProps) {
  const text = postTexts[language]
  if (posts.length === 0) return null
  return (
    <SideList name={name} title={title}>
      {lead && <p class="faint">{lead}</p>}
      <ol class="hot-posts">
        {posts.map(({ id, title, likes_count }) => (
          <li>
            <a
              class="two-lines breaks"
              href={postPath(id)}
              lang={foreignLanguage(title, language)}
              dir={directionOf(title)}
            >
              {title}
            </a>
            {likes_count > 0 && (
              <span>
                <Icon name="heart" />
                {compact(likes_count, language)}
                <span class="visually-hidden"> {text.card.likes}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </SideList>
  )
}

interface ActiveAuthorsProps {
  authors: UserRef[]
  isSignedIn: boolean
  language: Language
}

function ActiveAuthors({ authors, isSignedIn, language }: ActiveAuthorsProps) {
  if (authors.length === 0) return null
  return (
    <SideList name="authors" title={postTexts[language].side.authors}>
      <ul class="side-people stack">
        {authors.map((user) => (
          <li class="line">
            <Avatar user={user} size="small" />
            <AuthorName user={user} />
            <FollowButton
              uid={user.uid}
              name={user.display_name}
              isSignedIn={isSignedIn}
              language={language}
            />
          </li>
        ))}
      </ul>
    </SideList>
  )
}

/** The length that fits in two lines. */
const COMMENT_SHOWN_MAX = 80

function RecentComments({ comments, language }: { comments: SideComment[]; language: Language }) {
  const text = postTexts[language].side
  if (comments.length === 0) return null
  return (
    <SideList name="comments" title={text.comments}>
      <ul class="side-comments stack loose">
        {comments.map(({ id, post_id, body, post_title, author }) => (
          <li>
            <a
              class="two-lines breaks"
              href={linkToComment(post_id, id)}
              lang={foreignLanguage(body, language)}
              dir={directionOf(body)}
            >
              {beginningOf(body, COMMENT_SHOWN_MAX)}
            </a>
            <p class="faint one-line">
              {author.display_name} {text.about}{' '}
              <span lang={foreignLanguage(post_title, language)} dir={directionOf(post_title)}>
                {post_title}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </SideList>
  )
}

function PopularTags({ tags, language }: { tags: PopularTag[]; language: Language }) {
  const text = postTexts[language].side
  if (tags.length === 0) return null
  return (
    <SideList name="tags" title={<a href="/tags">{text.tags}</a>}>
      <ul class="tag-list row">
        {tags.map(({ name, posts_count }) => (
          <li>
            <a href={tagPath(name)}>
              {name} <span class="faint tiny">{compact(posts_count, language)}</span>
            </a>
          </li>
        ))}
      </ul>
    </SideList>
  )
}

function SideList({ name, title, children }: PropsWithChildren<{ name: string; title: Child }>) {
  return (
    <section class="side-list stack loose" aria-labelledby={`${name}-heading`}>
      <h2 id={`${name}-heading`}>{title}</h2>
      {children}
    </section>
  )
}

/** Invites anonymous visitors to register. */
function Invitation({ language }: { language: Language }) {
  const text = postTexts[language].side
  return (
    <section class="card side-card invitation" aria-labelledby="invite-heading">
      <h2 id="invite-heading">{text.invite}</h2>
      <p class="soft">{text.inviteBody}</p>
      <div class="form-actions">
        <LinkButton href="/register" kind="primary" label={text.register} />
        <LinkButton href="/login" label={text.login} />
      </div>
    </section>
  )
}
