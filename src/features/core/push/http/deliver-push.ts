import { Meter, openDb } from '#db/client.ts'
import type { Bindings } from '#env'
import { outsideOf } from '#features/core/network/fetch-outside.ts'
import { deliverNow } from '#features/core/outbox/deliver.ts'
import { pushSender } from '#features/core/push/sender.ts'
import type { Clock } from '#kernel/clock.ts'
import { secretsOf } from '#web/secrets.ts'

/** Maximum number of messages that are sent after one request. The cron sends the rest. */
const MESSAGES_A_REQUEST = 20

export const pushSenderOf = (env: Bindings) => pushSender(secretsOf(env), outsideOf(env, null))

export async function deliverPush(env: Bindings, clock: Clock): Promise<void> {
  await deliverNow(openDb(env.DB, new Meter()), pushSenderOf(env), clock, MESSAGES_A_REQUEST)
}
