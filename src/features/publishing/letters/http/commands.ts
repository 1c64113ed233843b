import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { Meter, openDb } from '#db/client.ts'
import type { AppEnv, MemberEnv } from '#env'
import { EmailInput, SolutionInput } from '#features/accounts/login/inputs.ts'
import { admissionOf } from '#features/accounts/registration/http/admission.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { deliver } from '#features/core/outbox/deliver.ts'
import { letterSender } from '#features/publishing/letters/sender.ts'
import { chooseMyLetters, requestLetters } from '#features/publishing/letters/subscribe.ts'
import { CADENCES, TopicInput, topicOf } from '#features/publishing/letters/topics.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { TIME_ZONE_MAX } from '#kernel/time-zone.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { secretsOf } from '#web/secrets.ts'

// The API and the plain forms call these commands.

export const SubscribeInput = TopicInput.extend({
  email: EmailInput,
  cadence: z.enum(CADENCES).default('each'),
  time_zone: text({ max: TIME_ZONE_MAX })
    .describe('IANA zone of digests; the zone of the site if missing or unknown')
    .optional(),
  challenge: SolutionInput,
})

export const MyLettersInput = TopicInput.extend({ cadence: z.enum([...CADENCES, 'off']).default('each') })

/** Refuses the request while the site has no sender of letters. */
export const lettersOn = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    if (letterServiceOf(c.env) === null) throw new AppError('letters_off')
    await next()
  }),
  { refuses: ['letters_off'] },
)

const SENT_A_REQUEST = 3

/** Sends what waits after the response, so that its time shows nothing. The cron sends the rest. */
export const sendsLetters = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.error !== undefined) return
  const {
    env,
    var: { now },
  } = c
  const sending = deliver(openDb(env.DB, new Meter()), [letterSender(env, secretsOf(env))], now, {
    most: SENT_A_REQUEST,
  })
  c.executionCtx.waitUntil(
    sending.catch((error) =>
      console.error(JSON.stringify({ level: 'error', job: 'send letters', error: String(error) })),
    ),
  )
})

export async function askForLetters(c: Context<AppEnv>, input: z.infer<typeof SubscribeInput>): Promise<void> {
  const { email, cadence, time_zone, challenge } = input
  const wanted = { email, cadence, time_zone, topic: topicOf(input) }
  await requestLetters(c.var.db, secretsOf(c.env), wanted, mailOrigin(c), c.var.now, admissionOf(c, challenge))
}

export async function chooseMine(c: Context<MemberEnv>, input: z.infer<typeof MyLettersInput>): Promise<void> {
  const { db, viewer, now } = c.var
  const wanted = { topic: topicOf(input), cadence: input.cadence }
  await chooseMyLetters(db, secretsOf(c.env), viewer, wanted, mailOrigin(c), now)
}
