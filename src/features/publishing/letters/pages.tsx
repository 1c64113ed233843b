import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { pageChallengeOf } from '#features/accounts/registration/http/admission.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { page } from '#features/core/shell/page.tsx'
import { letterArchive } from '#features/publishing/letters/author.ts'
import {
  askForLetters,
  chooseMine,
  lettersOn,
  MyLettersInput,
  SubscribeInput,
  sendsLetters,
} from '#features/publishing/letters/http/commands.ts'
import {
  confirmLetters,
  manageLetters,
  mySubscriptions,
  requestOf,
  stopLetters,
  subscriberOf,
} from '#features/publishing/letters/subscribe.ts'
import { letterTexts } from '#features/publishing/letters/text.ts'
import { managePath, stopIn } from '#features/publishing/letters/tokens.ts'
import { CADENCES, namedTopic, TOPIC_KINDS, TopicInput, topicOf } from '#features/publishing/letters/topics.ts'
import {
  ArchiveView,
  ManageView,
  OneButtonView,
  OutcomeView,
  SubscribeView,
} from '#features/publishing/letters/views.tsx'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { memberForm } from '#web/guards/guards.ts'
import { limited } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { fromThisSite, handlePlainForm, plainForm, type Refused } from '#web/validation/plain-form.ts'
import { readAtMost } from '#web/validation/request-body.ts'
import { pageParam, pageQuery, pageRequest, pathId, query } from '#web/validation/validate.ts'

const AskedTopic = z.object({ kind: z.enum(TOPIC_KINDS).catch('site'), ref: text({ max: 50 }).catch('') })
const ManageInput = TopicInput.extend({ cadence: z.enum([...CADENCES, 'off', 'all']) })

/** A GET never confirms and never stops: mail scanners open every link. All forms work without JavaScript. */
export const letterPages = new Hono<AppEnv>()
  .get('/letters', (c) => (c.req.query('asked') === undefined ? showForm(c) : showAsked(c)))
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
  .post('/letters/mine', repeats('idempotent'), fromThisSite, memberForm, lettersOn, async (c) => {
    const { input } = await plainForm(c, MyLettersInput)
    if (input === null) throw new AppError('bad_request')
    await chooseMine(c as unknown as Context<MemberEnv>, input)
    return c.redirect(`/letters?${new URLSearchParams({ kind: input.kind, ref: input.ref, saved: '' })}`, 303)
  })
  .get('/letters/confirm', async (c) => {
    const asked = await requestOf(c.var.db, secretsOf(c.env), tokenIn(c), c.var.language, c.var.now)
    if (asked === null) return showOld(c)
    const { confirm, cadences } = letterTexts[c.var.language]
    const { topic, request } = asked
    const about = { heading: confirm.heading, lead: confirm.lead(topic.name, cadences[request.cadence]) }
    return show(c, <OneButtonView {...about} action={here(c, '/letters/confirm')} label={confirm.submit} />)
  })
  .post('/letters/confirm', repeats('idempotent'), fromThisSite, limited('token'), async (c) => {
    const secrets = secretsOf(c.env)
    const done = await confirmLetters(c.var.db, secrets, tokenIn(c), c.var.language, c.var.now)
    if (done === null) return showOld(c)
    const { confirm, manage } = letterTexts[c.var.language]
    const link = { href: await managePath(secrets, done), label: manage.open }
    return show(c, <OutcomeView heading={done.topic.name} lead={confirm.done} link={link} />)
  })
  .get('/letters/stop', async (c) => {
    if ((await stopIn(secretsOf(c.env), tokenIn(c))) === null) return showOld(c)
    const { heading, lead, submit } = letterTexts[c.var.language].stop
    return show(
      c,
      <OneButtonView {...{ heading, lead }} action={here(c, '/letters/stop')} label={submit} field={ONE_CLICK} />,
    )
  })
  // RFC 8058: mail programs send it from anywhere, without a cookie. The signed token is the check; it can only stop letters.
  .post('/letters/stop', repeats('idempotent'), async (c) => {
    if (!(await isOneClick(c))) throw new AppError('bad_request')
    if (!(await stopLetters(c.var.db, secretsOf(c.env), tokenIn(c)))) return showOld(c)
    const { heading, done } = letterTexts[c.var.language].stop
    return show(c, <OutcomeView heading={heading} lead={done} />)
  })
  .get('/letters/manage', (c) => showManage(c))
  .post('/letters/manage', repeats('idempotent'), fromThisSite, async (c) => {
    const subscriber = await subscriberOf(c.var.db, secretsOf(c.env), tokenIn(c), c.var.language)
    if (subscriber === null) return showOld(c)
    const { input } = await plainForm(c, ManageInput)
    if (input === null) throw new AppError('bad_request')
    await manageLetters(c.var.db, subscriber.id, { topic: topicOf(input), cadence: input.cadence }, c.var.now)
    return showManage(c, true)
  })
  .get(
    '/letters/of/:uid',
    pageParam(z.object({ uid: pathId })),
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
      return page(c, { title, canonicalPath: path }, <ArchiveView name={topic.name} {...{ path, letters, language }} />)
    },
  )

const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' }
const BODY_MAX = 1024

/** The body that RFC 8058 requires, in either encoding of a form. */
async function isOneClick(c: Context<AppEnv>): Promise<boolean> {
  const type = c.req.header('content-type') ?? ''
  const body = await readAtMost(c.req.raw, BODY_MAX)
  const fields = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => null)
  return fields !== null && [...fields].length === 1 && fields.get(ONE_CLICK.name) === ONE_CLICK.value
}

async function showForm(c: Context<AppEnv>, refused?: Refused): Promise<Response> {
  const { db, viewer, language } = c.var
  if (letterServiceOf(c.env) === null)
    return show(c, <OutcomeView heading={letterTexts[language].title} lead={letterTexts[language].off} />)
  const asked = topicOf(AskedTopic.parse(refused?.sent ?? c.req.query()))
  const { topic, mine } = await db.read({
    topic: namedTopic(asked, language),
    mine: viewer && mySubscriptions(viewer.uid, language),
  })
  if (topic === null) throw new AppError('not_found')
  const challenge = viewer === null ? await pageChallengeOf(c) : null
  // The short forms of other pages have no challenge: this page solves it.
  const isShort = challenge !== null && refused !== undefined && !refused.sent.challenge
  const problems = isShort ? { ...refused, problem: undefined } : refused
  const view = (
    <SubscribeView
      {...{ topic, viewer, challenge, language }}
      mine={mine ?? []}
      refused={problems}
      isSaved={c.req.query('saved') !== undefined}
    />
  )
  return show(c, view, refused?.status, challenge ? ['challenge.js'] : [])
}

function showAsked(c: Context<AppEnv>) {
  const { askedHeading, asked } = letterTexts[c.var.language]
  return show(c, <OutcomeView heading={askedHeading} lead={asked} />)
}

async function showManage(c: Context<AppEnv>, isSaved = false) {
  const { language } = c.var
  const subscriber = await subscriberOf(c.var.db, secretsOf(c.env), tokenIn(c), language)
  if (subscriber !== null) return show(c, <ManageView {...{ ...subscriber, isSaved, language }} token={tokenIn(c)} />)
  if (!isSaved) return showOld(c)
  const { manage } = letterTexts[language]
  return show(c, <OutcomeView heading={manage.heading} lead={manage.none} />)
}

/** With a new form. */
function showOld(c: Context<AppEnv>) {
  const { language, viewer } = c.var
  const { heading, lead } = letterTexts[language].old
  const form = <LettersForm kind="site" isSignedIn={viewer !== null} language={language} />
  return show(c, <OutcomeView {...{ heading, lead }}>{form}</OutcomeView>, 410)
}

/** Pages with a token must not be cached, and their address must not be sent to other sites. */
function show(c: Context<AppEnv>, view: Child, status: Refused['status'] | 200 | 410 = 200, scripts: string[] = []) {
  const { title, description } = letterTexts[c.var.language]
  c.header('Cache-Control', 'private, no-store')
  return page(c, { title, description, robots: 'noindex', scripts: ['account.js', ...scripts] }, view, status)
}

const tokenIn = (c: Context<AppEnv>) => c.req.query('token') ?? ''
const here = (c: Context<AppEnv>, path: string) => `${path}?token=${encodeURIComponent(tokenIn(c))}`
