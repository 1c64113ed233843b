import { PRODUCT_NAME } from '#features/core/identity/default-identity.ts'
import { iconsOf } from '#features/core/identity/icons.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import type { Reading } from '#features/pages/reading/reading.ts'
import { postPath } from '#features/publishing/posts/paths.ts'

/** Structured data of a post: https://schema.org/BlogPosting. */
export function blogPosting(
  { post }: Reading,
  { origin, authorPath, lang, identity }: Surroundings,
): Record<string, unknown> {
  const url = origin + postPath(post.id)
  const icons = iconsOf(identity)
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    image: [new URL(post.cover_url ?? icons.share, origin).href],
    datePublished: post.published_at,
    dateModified: post.edited_at ?? post.published_at,
    author: { '@type': 'Person', name: post.author.display_name, url: origin + authorPath },
    publisher: { '@type': 'Organization', name: identity.name ?? PRODUCT_NAME, logo: origin + icons.large },
    mainEntityOfPage: url,
    url,
    ...(post.canonical_url !== null && { sameAs: post.canonical_url }),
    inLanguage: lang,
    keywords: post.tags,
    timeRequired: `PT${post.reading_minutes}M`,
    commentCount: post.comments_count,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: post.likes_count,
    },
  }
}

interface Surroundings {
  origin: string
  authorPath: string
  /** The language of the post. */
  lang: string
  identity: Identity
}
