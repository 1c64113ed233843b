import type { SpaceOwner } from '#features/pages/space/space.ts'

/** Structured data of a space: https://schema.org/ProfilePage. */
export function profilePage({ user, signature, since, posts, followers }: SpaceOwner, origin: string) {
  const url = `${origin}/space/${user.uid}`
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: since,
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      identifier: String(user.uid),
      name: user.display_name,
      url,
      ...(signature && { description: signature }),
      ...(user.avatar_url !== null && { image: origin + user.avatar_url }),
      interactionStatistic: counter('FollowAction', followers),
      agentInteractionStatistic: counter('WriteAction', posts),
    },
  }
}

function counter(action: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}
