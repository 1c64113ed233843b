import { type Concern, Meter, openDb } from '#db/client.ts'
import type { Bindings } from '#env'
import {
  listenersAmong,
  type News,
  noNews,
  roomName,
  type Topic,
} from '#features/community/live/topics.ts'
import { deliverPush } from '#features/core/push/http/deliver-push.ts'
import type { Clock } from '#kernel/clock.ts'

/**
 * The changes of all requests of this isolate that are not sent yet; null if there are none. One
 * request sends them.
 */
let waiting: News | null = null
/**
 * When the current send started; zero if there is none. After a timeout another request may send,
 * because the first one may have been aborted.
 */
let sendingSince = 0

const SEND_TIMEOUT = 10_000

export function addConcern(
  news: News,
  { users = [], authorsOf = [], admins = false }: Concern,
): void {
  news.admins ||= admins
  for (const uid of users) news.users.add(uid)
  for (const id of authorsOf) news.authorsOf.add(id)
}

/**
 * Runs after the response, and then sends push messages. Without `clock`, the cron sends the push
 * messages. Changes that arrive during a lookup wait for the next one, so there are fewer lookups
 * under load.
 */
export async function notifyLive(env: Bindings, news: News, clock: Clock | null): Promise<void> {
  const { users, authorsOf, comments, admins } = news
  if (users.size + authorsOf.size + comments.length === 0 && !admins) return
  waiting ??= noNews()
  addConcern(waiting, { users: [...users], authorsOf: [...authorsOf], admins })
  waiting.comments.push(...comments)
  if (Date.now() < sendingSince + SEND_TIMEOUT) return
  sendingSince = Date.now()
  let hasPush = false
  try {
    for (let next = take(); next !== null; next = take())
      hasPush = (await send(env, next)) || hasPush
  } catch (error) {
    // No data is lost: the next page load or client poll returns the right numbers.
    console.error(JSON.stringify({ level: 'error', job: 'live updates', error: String(error) }))
  } finally {
    sendingSince = 0
  }
  // After the loop, because a slow push service must not delay the open pages.
  if (hasPush && clock !== null) await deliverPush(env, clock)
}

function take(): News | null {
  const next = waiting
  waiting = null
  return next
}

/** Returns whether there are push messages to send. */
async function send(env: Bindings, news: News): Promise<boolean> {
  const found = await openDb(env.DB, new Meter()).all(listenersAmong(news))
  const topics = found.filter((topic): topic is Topic => topic.kind !== 'push')
  await Promise.all(topics.map((topic) => notify(env, topic, news)))
  return topics.length < found.length
}

async function notify(env: Bindings, topic: Topic, { comments }: News): Promise<void> {
  const room = env.LIVE_ROOM.getByName(roomName(topic))
  if (topic.kind === 'user') return room.userChanged(topic.id)
  return room.commentsCame(
    topic.id,
    comments.filter(({ post_id }) => post_id === topic.id),
  )
}
