import { CADENCES } from '#db/values.ts'
import { EmailForm } from '#features/accounts/login/views.tsx'
import type { PageChallenge } from '#features/accounts/registration/http/admission.ts'
import { ChallengeField } from '#features/accounts/registration/views.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { zoneField } from '#features/core/shell/hooks.ts'
import { LettersForm, TopicFields } from '#features/core/shell/letters-form.tsx'
import type { ArchivedLetter } from '#features/publishing/letters/author.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import type { Subscription } from '#features/publishing/letters/subscribe.ts'
import type { NamedTopic } from '#features/publishing/letters/topics.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Button, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { PagedList } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'
import type { Refused } from '#web/validation/plain-form.ts'

interface SubscribeProps {
  topic: NamedTopic
  viewer: Pick<Viewer, 'email' | 'email_verified_at'> | null
  mine: readonly Subscription[]
  challenge: PageChallenge | null
  refused?: Refused | undefined
  isSaved: boolean
  language: Language
}

/**
 * A member chooses with one press. Everyone else enters an address, which gets a mail that asks for
 * confirmation.
 */
export function SubscribeView(props: SubscribeProps) {
  const { topic, viewer, isSaved, language } = props
  const text = letterTexts[language]
  return (
    <AccountCard heading={text.heading(topic.name)} lead={text.lead}>
      {isSaved && <Notice tone="good">{text.mine.saved}</Notice>}
      {viewer === null ? <AddressForm {...props} /> : <MyLetters {...props} viewer={viewer} />}
    </AccountCard>
  )
}

function AddressForm({ topic, challenge, refused, language }: SubscribeProps) {
  const text = letterTexts[language]
  return (
    <EmailForm
      action={challenge ? null : '/letters'}
      submit={text.subscribe}
      {...{ refused, language }}
    >
      <TopicFields {...topic} />
      <input
        type="hidden"
        name="time_zone"
        value={refused?.sent.time_zone ?? ''}
        {...zoneField()}
      />
      <CadenceField value={refused?.sent.cadence} language={language} />
      {challenge && <ChallengeField challenge={challenge} for="letters" language={language} />}
    </EmailForm>
  )
}

type MyLettersProps = SubscribeProps & { viewer: NonNullable<SubscribeProps['viewer']> }

function MyLetters({ topic, viewer, mine, language }: MyLettersProps) {
  const text = letterTexts[language]
  if (viewer.email_verified_at === null)
    return (
      <>
        <p class="soft">{text.mine.unverified}</p>
        <LinkButton href="/settings?tab=account" kind="wide" label={text.mine.confirmAddress} />
      </>
    )
  const isCurrent = ({ kind, ref }: Subscription) => kind === topic.kind && ref === topic.ref
  const current = mine.find(isCurrent)
  return (
    <>
      <p class="soft">{text.mine.lead(viewer.email)}</p>
      <form class="form" method="post" action="/letters/mine">
        <TopicFields {...topic} />
        <CadenceField value={current?.cadence} canEnd={current !== undefined} language={language} />
        <Button type="submit" kind="primary wide" label={current ? text.save : text.subscribe} />
      </form>
      <SubscriptionList
        action="/letters/mine"
        items={mine.filter((each) => !isCurrent(each))}
        language={language}
      />
    </>
  )
}

interface CadenceProps {
  value?: string | undefined
  canEnd?: boolean
  id?: string
  language: Language
}

function CadenceField({ value, canEnd = false, id = 'cadence', language }: CadenceProps) {
  const { cadence, cadences } = letterTexts[language]
  const options = [...CADENCES, ...(canEnd ? (['off'] as const) : [])].map(
    (name) => [name, cadences[name]] as const,
  )
  return <SelectField name="cadence" id={id} label={cadence} value={value} options={options} />
}

interface SubscriptionListProps {
  action: string
  items: readonly Subscription[]
  language: Language
}

function SubscriptionList({ action, items, language }: SubscriptionListProps) {
  const { save } = letterTexts[language]
  if (items.length === 0) return null
  return (
    <ul class="letter-list">
      {items.map((item, index) => (
        <li>
          <form class="form" method="post" action={action}>
            <TopicFields {...item} />
            <strong>
              <a href={item.path}>{item.name}</a>
            </strong>
            <CadenceField value={item.cadence} canEnd id={`cadence-${index}`} language={language} />
            <Button type="submit" kind="small" label={save} aria-label={`${save}: ${item.name}`} />
          </form>
        </li>
      ))}
    </ul>
  )
}

interface ManageProps {
  action: string
  address: string
  subscriptions: readonly Subscription[]
  isSaved: boolean
  language: Language
}

export function ManageView({ action, address, subscriptions, isSaved, language }: ManageProps) {
  const { manage, mine } = letterTexts[language]
  return (
    <AccountCard heading={manage.heading} lead={manage.lead(address)}>
      {isSaved && <Notice tone="good">{mine.saved}</Notice>}
      <SubscriptionList action={action} items={subscriptions} language={language} />
      <form class="form" method="post" action={action}>
        <TopicFields kind="site" ref="" />
        <Button type="submit" name="cadence" value="all" kind="danger wide" label={manage.all} />
      </form>
    </AccountCard>
  )
}

interface ArchiveProps {
  title: string
  path: string
  author: NamedTopic
  isSignedIn: boolean
  letters: Page<ArchivedLetter>
  language: Language
}

export function ArchiveView({ title, path, author, isSignedIn, letters, language }: ArchiveProps) {
  const { none, noneHint } = letterTexts[language].archive
  return (
    <>
      <PageHead title={title} />
      <LettersForm kind="author" of={author.ref} name={author.name} {...{ isSignedIn, language }} />
      <PagedList
        page={letters}
        path={path}
        empty={{ icon: 'mail', title: none, hint: noneHint }}
        language={language}
      >
        <ul class="letter-list">
          {letters.items.map(({ posts, started_at }) => (
            <li class="card">
              <Time value={started_at} language={language} />
              <ul>
                {posts.map(({ id, title }) => (
                  <li>
                    <a href={postPath(id)}>{title}</a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </PagedList>
    </>
  )
}
