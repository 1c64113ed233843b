import type { PropsWithChildren } from 'hono/jsx'
import { EMAIL_MAX } from '#features/accounts/login/inputs.ts'
import type { PageChallenge } from '#features/accounts/registration/http/admission.ts'
import { ChallengeField } from '#features/accounts/registration/views.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { zoneField } from '#features/core/shell/hooks.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import {
  type ArchivedLetter,
  type AuthorLetters,
  CONTENTS,
  type SentLetter,
} from '#features/publishing/letters/author.ts'
import { LETTER_LEVEL_MIN } from '#features/publishing/letters/plan.ts'
import type { Subscription } from '#features/publishing/letters/subscribe.ts'
import { letterTexts } from '#features/publishing/letters/text.ts'
import { CADENCES, type NamedTopic } from '#features/publishing/letters/topics.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Button, Card, EmptyState, Figures, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { Field, SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { Pager } from '#web/components/lists.tsx'
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

/** A member chooses with one press. Everyone else enters an address, which gets a mail that asks for confirmation. */
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
    // With an action, a form that is sent before the scripts load would go without a solved challenge (client/first).
    <form class="form" method="post" {...(!challenge && { action: '/letters' })} novalidate>
      {refused?.problem && <Notice tone="danger">{refused.problem}</Notice>}
      <TopicFields topic={topic} />
      <input type="hidden" name="time_zone" value={refused?.sent.time_zone ?? ''} {...zoneField()} />
      <Field
        name="email"
        type="email"
        label={text.email}
        value={refused?.sent.email ?? ''}
        error={refused?.problems.email}
        autocomplete="email"
        maxlength={EMAIL_MAX}
        required
      />
      <CadenceField value={refused?.sent.cadence} language={language} />
      {challenge && <ChallengeField challenge={challenge} for="letters" language={language} />}
      <Button type="submit" kind={challenge ? 'primary wide needs-script' : 'primary wide'} label={text.subscribe} />
    </form>
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
  const others = mine.filter(({ kind, ref }) => kind !== topic.kind || ref !== topic.ref)
  const current = mine.find(({ kind, ref }) => kind === topic.kind && ref === topic.ref)
  return (
    <>
      <p class="soft">{text.mine.lead(viewer.email)}</p>
      <form class="form" method="post" action="/letters/mine">
        <TopicFields topic={topic} />
        <CadenceField value={current?.cadence} canEnd={current !== undefined} language={language} />
        <Button type="submit" kind="primary wide" label={current ? text.save : text.subscribe} />
      </form>
      {others.length > 0 && <SubscriptionList action="/letters/mine" items={others} language={language} />}
    </>
  )
}

function TopicFields({ topic: { kind, ref } }: { topic: Pick<NamedTopic, 'kind' | 'ref'> }) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="ref" value={ref} />
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
  const options = [...CADENCES, ...(canEnd ? (['off'] as const) : [])].map((name) => [name, cadences[name]] as const)
  return <SelectField name="cadence" id={id} label={cadence} value={value} options={options} />
}

interface SubscriptionListProps {
  action: string
  items: readonly Subscription[]
  language: Language
}

function SubscriptionList({ action, items, language }: SubscriptionListProps) {
  const text = letterTexts[language]
  return (
    <ul class="letter-list">
      {items.map((item, index) => (
        <li>
          <form class="form" method="post" action={action}>
            <TopicFields topic={item} />
            <strong>
              <a href={item.path}>{item.name}</a>
            </strong>
            <CadenceField value={item.cadence} canEnd id={`cadence-${index}`} language={language} />
            <Button type="submit" kind="small" label={text.save} aria-label={`${text.save}: ${item.name}`} />
          </form>
        </li>
      ))}
    </ul>
  )
}

interface ManageProps {
  token: string
  address: string
  subscriptions: readonly Subscription[]
  isSaved: boolean
  language: Language
}

export function ManageView({ token, address, subscriptions, isSaved, language }: ManageProps) {
  const text = letterTexts[language]
  const action = `/letters/manage?token=${encodeURIComponent(token)}`
  return (
    <AccountCard heading={text.manage.heading} lead={text.manage.lead(address)}>
      {isSaved && <Notice tone="good">{text.mine.saved}</Notice>}
      <SubscriptionList action={action} items={subscriptions} language={language} />
      <form class="form" method="post" action={action}>
        <TopicFields topic={{ kind: 'site', ref: '' }} />
        <Button type="submit" name="cadence" value="all" kind="danger wide" label={text.manage.all} />
      </form>
    </AccountCard>
  )
}

interface OneButtonProps {
  heading: string
  lead: string
  action: string
  label: string
  field?: { name: string; value: string }
}

/** A button that a scanner of mails does not press. */
export function OneButtonView({ heading, lead, action, label, field }: OneButtonProps) {
  return (
    <AccountCard heading={heading} lead={lead}>
      <form class="form" method="post" action={action}>
        {field && <input type="hidden" {...field} />}
        <Button type="submit" kind="primary wide" label={label} />
      </form>
    </AccountCard>
  )
}

interface OutcomeProps {
  heading: string
  lead: string
  link?: { href: string; label: string }
}

export function OutcomeView({ heading, lead, link, children }: PropsWithChildren<OutcomeProps>) {
  return (
    <AccountCard heading={heading} lead={lead}>
      {link && <LinkButton {...link} kind="wide" />}
      {children}
    </AccountCard>
  )
}

interface ArchiveProps {
  name: string
  path: string
  letters: Page<ArchivedLetter>
  language: Language
}

export function ArchiveView({ name, path, letters, language }: ArchiveProps) {
  const { archive } = letterTexts[language]
  const shown = letters.items.filter(({ posts }) => posts.length > 0)
  return (
    <>
      <PageHead title={archive.title(name)} />
      {shown.length === 0 && <EmptyState icon="mail" title={archive.none} hint={archive.noneHint} />}
      <ul class="letter-list">
        {shown.map(({ posts, started_at }) => (
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
      <Pager path={path} cursor={letters.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

interface AuthorProps {
  letters: AuthorLetters
  uid: number
  /** A public post to preview. */
  newest: number | null
  isOn: boolean
  language: Language
}

export function AuthorLettersView({ letters, uid, newest, isOn, language }: AuthorProps) {
  const { author: text, states, figures } = letterTexts[language]
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <div class="stack">
        {!isOn && <Notice tone="warm">{text.off}</Notice>}
        {letters.blocked && <Notice tone="danger">{text.blocked}</Notice>}
        {!letters.level_reached && <Notice>{text.level(LETTER_LEVEL_MIN)}</Notice>}
        <Figures
          figures={[
            [text.subscribers, letters.subscribers],
            [text.letters, letters.letters],
          ]}
        />
        <Card heading="content-heading" title={text.settings}>
          <ApiForm api="PUT /api/studio/letters" toast={text.saved} text={shellTexts[language]}>
            <SelectField
              name="content"
              label={text.content}
              value={letters.content}
              options={CONTENTS.map((name) => [name, text.contents[name]] as const)}
            />
            <Submit label={letterTexts[language].save} />
          </ApiForm>
        </Card>
        <Card heading="try-heading" title={text.try}>
          <ApiForm api="POST /api/studio/letters/test" toast={text.tested} text={shellTexts[language]}>
            <Field
              name="post_id"
              type="number"
              label={text.post}
              hint={text.postHint}
              value={newest === null ? '' : String(newest)}
              required
            />
            <Submit label={text.test} tone="" />
          </ApiForm>
          <p>
            {newest !== null && (
              <>
                <a href={`/studio/letters/preview/${newest}`}>{text.preview}</a> ·{' '}
              </>
            )}
            <a href={`/letters/of/${uid}`}>{text.archive}</a>
          </p>
        </Card>
        {letters.latest.length > 0 && (
          <Card heading="history-heading" title={text.history}>
            <ul class="letter-list">
              {letters.latest.map((letter) => (
                <LetterLine letter={letter} text={{ states, figures }} language={language} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  )
}

interface LetterLineProps {
  letter: SentLetter
  text: Pick<(typeof letterTexts)['en'], 'states' | 'figures'>
  language: Language
}

function LetterLine({ letter: { subject, state, sent, failed, created_at }, text, language }: LetterLineProps) {
  return (
    <li>
      {subject} <Badge tone={state === 'sent' ? 'good' : 'info'}>{text.states[state]}</Badge>{' '}
      <span class="soft">
        {text.figures(sent, failed)} · <Time value={created_at} language={language} />
      </span>
    </li>
  )
}
