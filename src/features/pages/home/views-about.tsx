import type { Child } from 'hono/jsx'
import { FOLLOWED_IN_FEED } from '#features/community/follows/following-feed.ts'
import { TopicButton } from '#features/community/follows/views.tsx'
import type { Brand } from '#features/core/identity/identity.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { PageFacts } from '#features/core/shell/head.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { welcomeCloser } from '#features/pages/home/hooks.ts'
import { ListHead } from '#features/pages/home/views-list.tsx'
import type { Sort } from '#features/publishing/lists/list.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import {
  authorFeedPath,
  followingPath,
  listPath,
  markdownPath,
  tagFeedPath,
  tagPath,
} from '#features/publishing/posts/post.ts'
import type { DescribedTag } from '#features/publishing/tags/tags.ts'
import { TagDescriptionForm } from '#features/publishing/tags/views.tsx'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'
import { Icon, LinkButton } from '#web/components/elements.tsx'

/** The title, texts and metadata of a page with a list of posts. */
export interface About {
  facts: PageFacts
  head: Child
  /** The text for an empty list. */
  empty: string
  /** The tag or the author does not exist. */
  isMissing: boolean
}

/** An empty site introduces itself instead of listing posts. */
export function aboutHome(
  viewer: Viewer | null,
  brand: Brand,
  origin: string,
  language: Language,
  isEmpty: boolean,
): About {
  const text = postTexts[language].list
  return {
    facts: { canonicalPath: '/', jsonLd: webSite(origin, brand.name, brand.description) },
    head: (
      <>
        {!isEmpty && <h1 class="visually-hidden">{brand.name}</h1>}
        {viewer === null && !isEmpty && <Welcome brand={brand} language={language} />}
      </>
    ),
    empty: text.emptySite,
    isMissing: false,
  }
}

export function aboutEverything(sort: Sort, language: Language): About {
  const text = postTexts[language].list
  return {
    facts: {
      title: text[sort === 'hot' ? 'hotPosts' : 'posts'],
      description: text.description,
      canonicalPath: listPath('/posts', { sort }),
      markdownPath: markdownPath('/posts'),
    },
    head: (
      <ListHead title={text.posts} lead={text.postsLead} feedPath="/feed.xml" language={language} />
    ),
    empty: text.emptySite,
    isMissing: false,
  }
}

/**
 * The posts that the viewer follows. Each viewer has a different list, so search engines must not
 * index it.
 */
export function aboutFollowing(viewer: Viewer, language: Language): About {
  const text = postTexts[language].list
  const isCut = viewer.following_count > FOLLOWED_IN_FEED
  return {
    facts: { title: text.followedPosts, canonicalPath: followingPath('/posts'), robots: 'noindex' },
    head: (
      <ListHead
        title={text.posts}
        lead={isCut ? text.followingCut(FOLLOWED_IN_FEED) : text.followingLead}
        language={language}
      />
    ),
    empty: text.emptyFollowing,
    isMissing: false,
  }
}

/**
 * `asked` is the tag in the URL. `tag` is its row in the database; null if the tag was never used.
 */
export function aboutTag(
  asked: string,
  tag: DescribedTag | null,
  {
    viewer,
    isFollowing,
    language,
  }: { viewer: Viewer | null; isFollowing: boolean; language: Language },
): About {
  const text = postTexts[language].list
  const name = tag?.name ?? asked
  const title = text.byTag(name)
  const feed = { title, path: tagFeedPath(name) }
  return {
    facts: {
      title,
      description: tag?.description ?? text.tagDescription(name),
      canonicalPath: tagPath(name),
      ...(tag && { feed, markdownPath: `/tags/${encodeURIComponent(name)}.md` }),
    },
    head: (
      <>
        <ListHead
          title={title}
          lead={tag && text.tagLead(tag.posts_count)}
          feedPath={tag && feed.path}
          action={
            tag && (
              <TopicButton
                path={tagPath(name)}
                {...{ name, isFollowing, language }}
                isSignedIn={viewer !== null}
              />
            )
          }
          language={language}
        >
          {tag?.description && (
            <p lang={foreignLanguage(tag.description, language)} dir={directionOf(tag.description)}>
              {tag.description}
            </p>
          )}
          {tag?.translation_of && (
            <p class="soft small">
              {text.translation(tag.translation_of)}{' '}
              <a href={tagPath(tag.translation_of)}>#{tag.translation_of}</a>
            </p>
          )}
        </ListHead>
        {tag && tag.posts_count > 0 && (
          <LettersForm
            kind="tag"
            of={name}
            name={name}
            isSignedIn={viewer !== null}
            language={language}
          />
        )}
        {tag && isAdmin(viewer) && <TagDescriptionForm tag={tag} language={language} />}
      </>
    ),
    empty: text.emptyTag,
    isMissing: tag === null || tag.posts_count === 0,
  }
}

export function aboutAuthor(user: UserRef | null, language: Language): About {
  const text = postTexts[language].list
  if (user === null) {
    const title = text.unknownAuthor
    return {
      facts: { title },
      head: <ListHead title={title} language={language} />,
      empty: '',
      isMissing: true,
    }
  }
  const title = text.byAuthor(user.display_name)
  const feed = { title, path: authorFeedPath(user.uid) }
  return {
    facts: {
      title,
      description: text.byAuthorDescription(user.display_name),
      canonicalPath: listPath('/posts', { author: user.uid }),
      feed,
    },
    head: <ListHead title={title} feedPath={feed.path} language={language} />,
    empty: text.emptyAuthor,
    isMissing: false,
  }
}

/** https://schema.org/WebSite */
function webSite(origin: string, name: string, description: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    description,
    url: `${origin}/`,
  }
}

/**
 * One line that introduces the site to visitors. client/first/reading.ts hides it for visitors who
 * closed it.
 */
function Welcome({ brand, language }: { brand: Brand; language: Language }) {
  const text = welcomeTexts[language]
  return (
    <section class="welcome" aria-label={text.label}>
      <p>{brand.isOwn ? brand.tagline : text.heading}</p>
      <LinkButton href="/register" kind="small" label={text.join} />
      <a href="/help">{text.more}</a>
      <button
        type="button"
        class="button quiet icon needs-script"
        aria-label={text.close}
        {...welcomeCloser()}
      >
        <Icon name="close" />
      </button>
    </section>
  )
}

const welcomeTexts = bilingual({
  label: ['欢迎', 'Welcome'],
  heading: ['写下所想，为好文章充能', 'Write what matters. Energize what moves you.'],
  join: ['加入我们', 'Join us'],
  more: ['等级与能量', 'How it works'],
  close: ['关闭', 'Close'],
})
