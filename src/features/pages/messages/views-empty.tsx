import { type Category, isWanted, kindsOf } from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Destination, linkTo } from '#features/core/shell/navigation.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import type { MessagesText } from '#features/pages/messages/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { IconName } from '#web/components/icon.tsx'

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
  const { icon, leads } = WAYS[category]
  const { title, body } = text.empty[category]
  const isInvited = leads.includes('write')
  return (
    <>
      <EmptyState
        icon={icon}
        title={title}
        {...(!(isInvited && isNewcomer(viewer)) && { actions: <Action {...{ leads, viewer, text }} /> })}
        hint={body}
      />
      {isInvited && isNewcomer(viewer) && <FirstSteps language={language} />}
    </>
  )
}

type Way = Extract<Destination, 'write' | 'posts' | 'help'> | 'profile'

/** Icon and suggested links per category. The first link that the viewer can open is shown. */
const WAYS: Record<Category | 'all', { icon: IconName; leads: Way[] }> = {
  all: { icon: 'bell', leads: ['write', 'posts', 'profile'] },
  comment: { icon: 'comment', leads: ['posts', 'write'] },
  mention: { icon: 'at', leads: ['profile'] },
  like: { icon: 'heart', leads: ['write'] },
  follow: { icon: 'follow', leads: ['profile'] },
  system: { icon: 'info', leads: ['help'] },
}

function Action({ leads, viewer, text }: { leads: Way[]; viewer: Viewer; text: MessagesText }) {
  for (const way of leads) {
    const href = way === 'profile' ? '/settings?tab=profile' : linkTo(way, viewer)?.href
    if (href !== undefined) return <LinkButton href={href} kind="primary" label={text[way]} />
  }
  return null
}
