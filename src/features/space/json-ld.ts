import type { SpaceOwner } from '#features/space/space.ts'

/** What search engines are told about a person: https://schema.org/ProfilePage. */
export function profilePage({ person, signature, since, posts, followers }: SpaceOwner, origin: string) {
  const url = `${origin}/space/${person.uid}`
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: since,
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      identifier: String(person.uid),
      name: person.display_name,
      url,
      ...(signature && { description: signature }),
      ...(person.avatar_url !== null && { image: origin + person.avatar_url }),
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
