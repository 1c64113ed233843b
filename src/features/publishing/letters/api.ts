import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { anyone } from '#features/accounts/sessions/http/guards.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import {
  AuthorLettersShape,
  authorLetters,
  CONTENTS,
  chooseContent,
  sendTestLetter,
} from '#features/publishing/letters/author.ts'
import {
  askForLetters,
  chooseMine,
  lettersOn,
  MyLettersInput,
  SubscribeInput,
  sendsLetters,
} from '#features/publishing/letters/http/commands.ts'
import { mySubscriptions } from '#features/publishing/letters/subscribe.ts'
import { CADENCES, TOPIC_KINDS } from '#features/publishing/letters/topics.ts'
import { member, signedIn } from '#web/guards/guards.ts'
import { limited, limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const SubscriptionShape = z
  .object({
    kind: z.enum(TOPIC_KINDS),
    ref: z.string(),
    name: z.string(),
    path: z.string(),
    cadence: z.enum(CADENCES),
  })
  .meta({ id: 'LetterSubscription' })

export const lettersApi = new Hono<AppEnv>()
  .post(
    '/letters',
    write('askForLetters', { tag: 'letters', repeat: 'adds' }),
    anyone,
    limited('letters-asked'),
    lettersOn,
    sendsLetters,
    doc(
      'Subscribe an address to an author, a tag or the site. A mail asks for confirmation. The response is the same for every address',
      { 202: z.object({}) },
      'challenge_failed',
      'not_found',
    ),
    json(SubscribeInput),
    async (c) => {
      await askForLetters(c, c.req.valid('json'))
      return c.json({}, 202)
    },
  )
  .get(
    '/letters/mine',
    read('listMyLetters', { tag: 'letters' }),
    signedIn,
    doc('List the letters that the viewer gets', { 200: listOf(SubscriptionShape) }),
    async (c) => {
      const { db, viewer, language } = c.var
      return c.json({ items: await db.read(mySubscriptions(viewer.uid, language)), next_cursor: null })
    },
  )
  .put(
    '/letters/mine',
    write('setMyLetters', { tag: 'letters', repeat: 'idempotent' }),
    member,
    lettersOn,
    doc(
      'Subscribe your confirmed address without a mail, change the cadence or, with `off`, unsubscribe',
      { 200: listOf(SubscriptionShape) },
      'email_unverified',
      'not_found',
      'quota_exceeded',
      'invalid_transition',
    ),
    json(MyLettersInput),
    async (c) => {
      await chooseMine(c, c.req.valid('json'))
      const { db, viewer, language } = c.var
      return c.json({ items: await db.read(mySubscriptions(viewer.uid, language)), next_cursor: null })
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
    doc('Choose what your letters contain', { 200: AuthorLettersShape }),
    json(z.object({ content: z.enum(CONTENTS) })),
    async (c) => c.json(await chooseContent(c.var.db, c.var.viewer, c.req.valid('json').content)),
  )
  .post(
    '/studio/letters/test',
    write('sendTestLetter', { tag: 'studio', repeat: 'adds' }),
    member,
    lettersOn,
    limitedPerUser('account-mail'),
    sendsLetters,
    doc('Send a letter with one of your posts to yourself', { 202: z.object({}) }, 'not_found', 'email_unverified'),
    json(z.object({ post_id: z.coerce.number<number>().int().positive() })),
    async (c) => {
      const { db, viewer, now } = c.var
      await sendTestLetter(db, viewer, c.req.valid('json').post_id, mailOrigin(c), now)
      return c.json({}, 202)
    },
  )
