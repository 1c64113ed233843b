import { type Category, isWanted, kindsOf } from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Destination, linkTo } from '#features/core/shell/navigation.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import type { MessagesText } from '#features/pages/messages/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { EmptyState, type IconName, LinkButton } from '#web/components/elements.tsx'

interface NoMessagesProps {
  category: Category | 'all'
  viewer: Viewer
  text: MessagesText
  language: Language
}

/** Explains why the list is empty and suggests a next step. */
export function NoMessages({ category, viewer, text, language }: NoMessagesProps) {
  if (category !== 'all' && !kindsOf(category).some((kind) => isWanted(kind, viewer))) {
    const turnOn = <LinkButton href="/settings?tab=notifications" kind="primary" label={text.turnOn} />
    return <EmptyState icon="bellOff" title={text.off.title} actions={turnOn} hint={text.off.body} />
  }
  const { icon, suggested } = SUGGESTIONS[category]
  const { title, body } = text.empty[category]
  const isInvited = suggested.includes('write')
  return (
    <>
      <EmptyState
        icon={icon}
        title={title}
        {...(!(isInvited && isNewcomer(viewer)) && { actions: <Action {...{ suggested, viewer, text }} /> })}
        hint={body}
      />
      {isInvited && isNewcomer(viewer) && <FirstSteps language={language} />}
    </>
  )
}

type Suggestion = Extract<Destination, 'write' | 'posts' | 'help'> | 'profile'

/** Icon and suggested links per category. The first link that the viewer can open is shown. */
const SUGGESTIONS: Record<Category | 'all', { icon: IconName; suggested: Suggestion[] }> = {
  all: { icon: 'bell', suggested: ['write', 'posts', 'profile'] },
  comment: { icon: 'comment', suggested: ['posts', 'write'] },
  mention: { icon: 'at', suggested: ['profile'] },
  like: { icon: 'heart', suggested: ['write'] },
  follow: { icon: 'follow', suggested: ['profile'] },
  system: { icon: 'info', suggested: ['help'] },
}

function Action({ suggested, viewer, text }: { suggested: Suggestion[]; viewer: Viewer; text: MessagesText }) {
  for (const name of suggested) {
    const href = name === 'profile' ? '/settings?tab=profile' : linkTo(name, viewer)?.href
    if (href !== undefined) return <LinkButton href={href} kind="primary" label={text[name]} />
  }
  return null
}
