import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Child } from 'hono/jsx'
import * as z from 'zod'
import { Meter, openDb } from '#db/client.ts'
import { CADENCES, TOPIC_KINDS } from '#db/values.ts'
import type { AppEnv, MemberEnv } from '#env'
import { SolutionInput } from '#features/accounts/login/inputs.ts'
import { admissionOf, pageChallengeOf } from '#features/accounts/registration/http/admission.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { deliverNow } from '#features/core/outbox/deliver.ts'
import { AccountCard, ButtonCard } from '#features/core/shell/account-card.tsx'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { page } from '#features/core/shell/page.tsx'
import { letterLink, stopIn } from '#features/publishing/letters/address.ts'
import {
  AuthorLettersShape,
  authorLetters,
  CONTENTS,
  chooseContent,
  letterArchive,
  sendTestLetter,
} from '#features/publishing/letters/author.ts'
import { letterSender } from '#features/publishing/letters/sender.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import {
  chooseMyLetters,
  confirmLetters,
  manageLetters,
  mySubscriptions,
  requestLetters,
  requestOf,
  resumeLetters,
  stopLetters,
  subscriberOf,
} from '#features/publishing/letters/subscribe.ts'
import { namedTopic, type Topic, TopicInput, topicOf } from '#features/publishing/letters/topics.ts'
import { ArchiveView, ManageView, SubscribeView } from '#features/publishing/letters/views.tsx'
import { countGain, type GainContext } from '#features/publishing/posts/http/count-gain.ts'
import { EmailInput } from '#kernel/email-address.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { TIME_ZONE_MAX } from '#kernel/time-zone.ts'
import { LinkButton } from '#web/components/elements.tsx'
import { anyone, fromThisSite, member, optionalViewer, signedIn } from '#web/guards/access.ts'
import { inBackground } from '#web/in-background.ts'
import { limited, limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, repeats, write } from '#web/openapi/doc.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { accepted } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { handlePlainForm, plainForm, type Refused } from '#web/validation/plain-form.ts'
import { readAtMost } from '#web/validation/request-body.ts'
import { json, pageQuery, pageRequest, pageUid, query } from '#web/validation/validate.ts'

const SubscribeInput = TopicInput.extend({
  email: EmailInput,
  cadence: z.enum(CADENCES).default('each'),
  time_zone: text({ max: TIME_ZONE_MAX })
    .describe(
      'The IANA time zone in which digests are sent. If it is missing or unknown, the time zone of the site is used.',
    )
    .optional(),
  challenge: SolutionInput,
})

const MyLettersInput = TopicInput.extend({ cadence: z.enum([...CADENCES, 'off']).default('each') })

const SubscriptionShape = z
  .object({
    kind: z.enum(TOPIC_KINDS),
    ref: z.string(),
    name: z.string(),
    path: z.string(),
    cadence: z.enum(CADENCES),
  })
  .meta({ id: 'LetterSubscription' })

const lettersOn = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    if (letterServiceOf(c.env) === null) throw new AppError('letters_off')
    await next()
  }),
  { refuses: ['letters_off'] },
)

const SENT_A_REQUEST = 3

/**
 * Sends the mail of the command after the response, so that its time shows nothing. The cron sends
 * the rest.
 */
const sendsLetters = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.error !== undefined) return
  const db = openDb(c.env.DB, new Meter())
  const sender = letterSender(c.env, secretsOf(c.env))
  inBackground(c, 'send letters', deliverNow(db, sender, c.var.clock, SENT_A_REQUEST))
})

/** For the API and the plain form. */
async function askForLetters(
  c: Context<AppEnv>,
  input: z.infer<typeof SubscribeInput>,
): Promise<void> {
  const wanted = { ...input, topic: topicOf(input) }
  await requestLetters(
    c.var.db,
    secretsOf(c.env),
    wanted,
    mailOrigin(c),
    c.var.now,
    admissionOf(c, input.challenge),
  )
  countSubscriber(c, wanted.topic)
}

async function chooseMine(
  c: Context<MemberEnv>,
  input: z.infer<typeof MyLettersInput>,
): Promise<void> {
  const { db, viewer, now } = c.var
  const choice = { topic: topicOf(input), cadence: input.cadence }
  await chooseMyLetters(db, secretsOf(c.env), viewer, choice, mailOrigin(c), now)
  if (input.cadence !== 'off') countSubscriber(c, choice.topic)
}

/**
 * A request without an account counts before it is confirmed: the confirmation cannot be connected
 * to a post unless the site stores which post the owner of an address has read.
 */
function countSubscriber(c: GainContext, { kind, ref }: Topic): void {
  if (kind === 'author') countGain(c, Number(ref), 'subscribers')
}

const mine = async ({ var: { db, viewer, language } }: Context<MemberEnv>) => ({
  items: await db.read(mySubscriptions(viewer.uid, language)),
  next_cursor: null,
})

export const lettersApi = new Hono<AppEnv>()
  .post(
    '/letters',
    write('askForLetters', { tag: 'letters', repeat: 'adds' }),
    anyone,
    limited('letters-asked'),
    sendsLetters,
    doc(
      'Subscribe an e-mail address to an author, a tag, a series or the site. A mail asks the reader to confirm. The response is the same for every address',
      { 202: z.object({}) },
      'challenge_failed',
      'not_found',
    ),
    json(SubscribeInput),
    lettersOn,
    (c) => accepted(c, askForLetters(c, c.req.valid('json'))),
  )
  .get(
    '/letters/mine',
    read('listMyLetters', { tag: 'letters' }),
    signedIn,
    doc('List your letter subscriptions', { 200: listOf(SubscriptionShape) }),
    async (c) => c.json(await mine(c)),
  )
  .put(
    '/letters/mine',
    write('setMyLetters', { tag: 'letters', repeat: 'idempotent' }),
    member,
    doc(
      'Subscribe to letters, change how often they come, or unsubscribe. Your e-mail address must be verified, and no mail asks to confirm. The cadence `off` unsubscribes',
      { 200: listOf(SubscriptionShape) },
      'email_unverified',
      'not_found',
      'quota_exceeded',
      'invalid_transition',
    ),
    json(MyLettersInput),
    lettersOn,
    async (c) => {
      await chooseMine(c, c.req.valid('json'))
      return c.json(await mine(c))
    },
  )
  .get(
    '/studio/letters',
    read('getAuthorLetters', { tag: 'studio' }),
    signedIn,
    doc('Get the number of your subscribers and your latest letters', { 200: AuthorLettersShape }),
    async (c) => c.json(await c.var.db.read(authorLetters(c.var.viewer))),
  )
  .put(
    '/studio/letters',
    write('updateAuthorLetters', { tag: 'studio', repeat: 'idempotent' }),
    member,
    doc(
      'Choose what your letters contain: the summary of the post, the whole post, or `off` for no letters',
      { 200: AuthorLettersShape },
    ),
    json(z.object({ content: z.enum(CONTENTS) })),
    async (c) => c.json(await chooseContent(c.var.db, c.var.viewer, c.req.valid('json').content)),
  )
  .post(
    '/studio/letters/test',
    write('sendTestLetter', { tag: 'studio', repeat: 'adds' }),
    member,
    limitedPerUser('account-mail'),
    sendsLetters,
    doc(
      'Send a letter with one of your posts to your own address, as a test. The address must be verified',
      { 202: z.object({}) },
      'not_found',
      'email_unverified',
    ),
    json(z.object({ post_id: z.int().min(1) })),
    lettersOn,
    (c) =>
      accepted(
        c,
        sendTestLetter(
          c.var.db,
          c.var.viewer,
          c.req.valid('json').post_id,
          mailOrigin(c),
          c.var.now,
        ),
      ),
  )

const AskedTopic = z.object({
  kind: z.enum(TOPIC_KINDS).catch('site'),
  ref: text({ max: 50 }).catch(''),
})
const ManageInput = TopicInput.extend({ cadence: z.enum([...CADENCES, 'off', 'all']) })

/**
 * A GET never confirms and never stops: mail scanners open every link. All forms work without
 * JavaScript.
 */
export const letterPages = new Hono<AppEnv>()
  .get('/letters', optionalViewer, (c) => {
    const { askedHeading, asked } = letterTexts[c.var.language]
    return c.req.query('asked') === undefined
      ? showForm(c)
      : show(c, <AccountCard heading={askedHeading} lead={asked} />)
  })
  .post(
    '/letters',
    repeats('adds'),
    fromThisSite,
    limited('letters-asked'),
    lettersOn,
    sendsLetters,
    handlePlainForm(SubscribeInput, showForm, async (c, input) => {
      await askForLetters(c, input)
      return c.redirect('/letters?asked', 303)
    }),
  )
  .post('/letters/mine', repeats('idempotent'), member, lettersOn, async (c) => {
    const { input } = await plainForm(c, MyLettersInput)
    if (input === null) throw new AppError('bad_request')
    const page = new URLSearchParams({ kind: input.kind, ref: input.ref })
    // The page asks to confirm the address first.
    if (c.var.viewer.email_verified_at === null) return c.redirect(`/letters?${page}`, 303)
    await chooseMine(c, input)
    return c.redirect(`/letters?${page}&saved`, 303)
  })
  .get('/letters/confirm', optionalViewer, async (c) => {
    const asked = await requestOf(...linkOf(c), c.var.language, c.var.now)
    if (asked === null) return showOld(c)
    const { confirm, cadences } = letterTexts[c.var.language]
    const lead = `${asked.topic.name} · ${cadences[asked.request.cadence]}`
    return show(c, <ButtonCard {...confirm} lead={lead} action={here(c)} />)
  })
  .post('/letters/confirm', repeats('idempotent'), fromThisSite, limited('token'), async (c) => {
    const done = await confirmLetters(...linkOf(c), c.var.language, c.var.now)
    if (done === null) return showOld(c)
    const { confirm, manage } = letterTexts[c.var.language]
    const link = { href: await letterLink(secretsOf(c.env), 'manage', done.id), label: manage.open }
    return show(
      c,
      <AccountCard heading={done.topic.name} lead={confirm.done}>
        <LinkButton href={done.topic.path} label={confirm.read} kind="primary wide" />
        <LinkButton {...link} kind="wide" />
      </AccountCard>,
    )
  })
  .get('/letters/stop', optionalViewer, async (c) => {
    if ((await stopIn(secretsOf(c.env), tokenIn(c))) === null) return showOld(c)
    return show(
      c,
      <ButtonCard {...letterTexts[c.var.language].stop} action={here(c)} field={ONE_CLICK} />,
    )
  })
  // RFC 8058: mail programs send it from anywhere, without a cookie. The signed token is the check;
  // it can only stop letters.
  .post('/letters/stop', optionalViewer, repeats('idempotent'), async (c) => {
    if (!(await isOneClick(c))) throw new AppError('bad_request')
    const stopped = await stopLetters(...linkOf(c), c.var.now)
    if (stopped === null) return showOld(c)
    const { heading, done, resume } = letterTexts[c.var.language].stop
    return stopped.resume === null
      ? show(c, <AccountCard heading={heading} lead={done} />)
      : show(
          c,
          <ButtonCard heading={heading} lead={done} action={stopped.resume} submit={resume} />,
        )
  })
  .post('/letters/resume', repeats('idempotent'), fromThisSite, limited('token'), async (c) => {
    if (!(await resumeLetters(...linkOf(c), c.var.now))) return showOld(c)
    const { heading, resumed } = letterTexts[c.var.language].stop
    return show(c, <AccountCard heading={heading} lead={resumed} />)
  })
  .get('/letters/manage', optionalViewer, (c) => showManage(c))
  .post('/letters/manage', repeats('idempotent'), fromThisSite, async (c) => {
    const subscriber = await subscriberOf(...linkOf(c), c.var.language)
    if (subscriber === null) return showOld(c)
    const { input } = await plainForm(c, ManageInput)
    if (input === null) throw new AppError('bad_request')
    await manageLetters(
      c.var.db,
      subscriber,
      { topic: topicOf(input), cadence: input.cadence },
      c.var.now,
    )
    return showManage(c, true)
  })
  .get(
    '/letters/of/:uid',
    optionalViewer,
    pageUid,
    query(z.object({ cursor: pageQuery.cursor })),
    async (c) => {
      const { uid } = c.req.valid('param')
      const { db, language } = c.var
      const { topic, letters } = await db.read({
        topic: namedTopic({ kind: 'author', ref: String(uid) }, language),
        letters: letterArchive(uid, pageRequest(c.req.valid('query'))),
      })
      if (topic === null) throw new AppError('not_found')
      const title = letterTexts[language].archive.title(topic.name)
      const path = `/letters/of/${uid}`
      const props = {
        title,
        path,
        author: topic,
        isSignedIn: c.var.viewer !== null,
        letters,
        language,
      }
      return page(c, { title, canonicalPath: path }, <ArchiveView {...props} />)
    },
  )

const tokenIn = (c: Context<AppEnv>) => c.req.query('token') ?? ''
const linkOf = (c: Context<AppEnv>) => [c.var.db, secretsOf(c.env), tokenIn(c)] as const
const here = (c: Context<AppEnv>) => `${c.req.path}?token=${encodeURIComponent(tokenIn(c))}`

const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' }
const BODY_MAX = 1024

/** The body that RFC 8058 requires, in either encoding of a form. */
async function isOneClick(c: Context<AppEnv>): Promise<boolean> {
  const type = c.req.header('content-type') ?? ''
  const body = await readAtMost(c.req.raw, BODY_MAX)
  const fields = await new Response(body, { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null)
  return (
    fields !== null && [...fields].length === 1 && fields.get(ONE_CLICK.name) === ONE_CLICK.value
  )
}

async function showForm(c: Context<AppEnv>, refused?: Refused): Promise<Response> {
  const { db, viewer, language } = c.var
  if (letterServiceOf(c.env) === null)
    return show(
      c,
      <AccountCard heading={letterTexts[language].title} lead={letterTexts[language].off} />,
    )
  const asked = topicOf(AskedTopic.parse(refused?.sent ?? c.req.query()))
  const { topic, mine } = await db.read({
    topic: namedTopic(asked, language),
    mine: viewer && mySubscriptions(viewer.uid, language),
  })
  if (topic === null) throw new AppError('not_found')
  const challenge = viewer === null ? await pageChallengeOf(c) : null
  // The short forms of other pages have no challenge: this page solves it.
  const isShort = challenge !== null && refused !== undefined && !refused.sent.challenge
  const view = (
    <SubscribeView
      {...{ topic, viewer, challenge, language }}
      mine={mine ?? []}
      refused={isShort ? { ...refused, problem: undefined } : refused}
      isSaved={c.req.query('saved') !== undefined}
    />
  )
  return show(c, view, refused?.status, challenge ? ['challenge.js'] : [])
}

async function showManage(c: Context<AppEnv>, isSaved = false) {
  const { language } = c.var
  const subscriber = await subscriberOf(...linkOf(c), language)
  if (subscriber !== null)
    return show(c, <ManageView {...{ ...subscriber, isSaved, language }} action={here(c)} />)
  if (!isSaved) return showOld(c)
  const { heading, none } = letterTexts[language].manage
  return show(c, <AccountCard heading={heading} lead={none} />)
}

function showOld(c: Context<AppEnv>) {
  const { language, viewer } = c.var
  const form = <LettersForm kind="site" isSignedIn={viewer !== null} language={language} />
  return show(c, <AccountCard {...letterTexts[language].old}>{form}</AccountCard>, 410)
}

/** Pages with a token must not be cached, and their address must not be sent to other sites. */
function show(
  c: Context<AppEnv>,
  view: Child,
  status: Refused['status'] | 200 | 410 = 200,
  scripts: string[] = [],
) {
  const { title, description } = letterTexts[c.var.language]
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title, description, robots: 'noindex', scripts: ['account.js', ...scripts] },
    view,
    status,
  )
}
