import type { Viewer } from '#features/core/people/viewer.ts'
import { CheckInCard } from '#features/economy/levels/views-check-in.tsx'
import { isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import type { HotPost, PopularTag } from '#features/publishing/lists/list-page.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { postPath, tagPath } from '#features/publishing/posts/paths.ts'
import { foreignLanguage } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/button.tsx'
import { compact } from '#web/components/compact.ts'
import { memoised } from '#web/components/memoised.ts'

interface ListSideProps {
  list: Lists
  viewer: Viewer | null
  language: Language
  /** The home page has its own welcome for visitors. */
  isHome: boolean
}

/** The sidebar of all post lists. */
export function ListSide({ list, viewer, language, isHome }: ListSideProps) {
  return (
    <>
      {viewer && !isNewcomer(viewer) && <CheckInCard viewer={viewer} language={language} />}
      {!viewer && !isHome && <Invitation language={language} />}
      {rememberedLists({ hot: list.hot.map(asHotPost), tags: list.tags, language })}
    </>
  )
}

interface Lists {
  hot: HotPost[]
  tags: PopularTag[]
}

// The cache memoised contains everything the output depends on.
const asHotPost = ({ id, title, likes_count, comments_count }: HotPost) => ({ id, title, likes_count, comments_count })

const rememberedLists = memoised<Lists & { language: Language }>(({ hot, tags, language }) => (
  <>
    <HotPosts posts={hot} language={language} />
    <PopularTags tags={tags} language={language} />
  </>
))

function HotPosts({ posts, language }: { posts: HotPost[]; language: Language }) {
  const text = postTexts[language].side
  if (posts.length === 0) return null
  return (
    <section class="card side-card" aria-labelledby="hot-heading">
      <h2 id="hot-heading">{text.hot}</h2>
      <ol class="hot-posts">
        {posts.map(({ id, title, likes_count, comments_count }) => (
          <li>
            <a href={postPath(id)} lang={foreignLanguage(title, language)}>
              {title}
            </a>
            {likes_count + comments_count > 0 && (
              <span>{text.hotFigures(compact(likes_count, language), compact(comments_count, language))}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function PopularTags({ tags, language }: { tags: PopularTag[]; language: Language }) {
  const text = postTexts[language].side
  if (tags.length === 0) return null
  return (
    <section class="card side-card" aria-labelledby="tags-heading">
      <h2 id="tags-heading">
        <a href="/tags">{text.tags}</a>
      </h2>
      <ul class="tag-list">
        {tags.map(({ name, posts_count }) => (
          <li>
            <a href={tagPath(name)}>
              {name} <span>{compact(posts_count, language)}</span>
            </a>
          </li>
        ))}
      </ul>
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
