import { openDb } from '#db/client.ts'
import type { Concern } from '#db/concerns.ts'
import { Meter } from '#db/meter.ts'
import type { Bindings } from '#env'
import { listenersAmong, type News, noNews, roomName, type Topic } from '#features/community/live/topics.ts'

/** What is to be told next; null while nothing waits. Requests of one isolate add to it, and one of them sends it. */
let waiting: News | null = null
/** Since when one of them does; one that was cut short does not keep the others waiting. */
let sendingSince = 0

const PATIENCE = 10_000

export function addConcern(news: News, { users = [], authorsOf = [] }: Concern): void {
  for (const uid of users) news.users.add(uid)
  for (const id of authorsOf) news.authorsOf.add(id)
}

/** After the answer. While one look-up is on its way, what comes meanwhile waits for the next, so load makes fewer of them. */
export async function tellLive(env: Bindings, news: News): Promise<void> {
  if (news.users.size + news.authorsOf.size + news.comments.length === 0) return
  waiting ??= noNews()
  addConcern(waiting, { users: [...news.users], authorsOf: [...news.authorsOf] })
  waiting.comments.push(...news.comments)
  if (Date.now() < sendingSince + PATIENCE) return
  sendingSince = Date.now()
  try {
    for (let next = take(); next !== null; next = take()) await send(env, next)
  } catch (error) {
    // Nothing is lost but a moment: the next page, or the next question of the client, has the right number.
    console.error(JSON.stringify({ level: 'error', job: 'tell who listens', error: String(error) }))
  } finally {
    sendingSince = 0
  }
}

function take(): News | null {
  const next = waiting
  waiting = null
  return next
}

async function send(env: Bindings, news: News): Promise<void> {
  const topics = await openDb(env.DB, new Meter()).all(listenersAmong(news))
  await Promise.all(topics.map((topic) => tell(env, topic, news)))
}

async function tell(env: Bindings, topic: Topic, { comments }: News): Promise<void> {
  const room = env.LIVE_ROOM.getByName(roomName(topic))
  if (topic.kind === 'user') return room.userChanged(topic.id)
  return room.commentsCame(
    topic.id,
    comments.filter(({ post_id }) => post_id === topic.id),
  )
}
