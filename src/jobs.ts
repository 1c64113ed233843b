import { type Database, openDb } from '#db/client.ts'
import { reserveIds } from '#db/ids.ts'
import { Meter } from '#db/meter.ts'
import type { Bindings } from '#env'
import { endExpiredAccessTokens } from '#features/accounts/access-tokens/tokens.ts'
import { endExpiredChallenges } from '#features/accounts/accounts/challenge.ts'
import { accountsToErase, eraseAccount } from '#features/accounts/accounts/deletion.ts'
import { endExpiredTokens } from '#features/accounts/accounts/tokens.ts'
import { forgetSpentChallenges } from '#features/accounts/passkeys/challenge.ts'
import { answerResetRequests } from '#features/accounts/recovery/forgot.ts'
import { renewKeys } from '#features/accounts/second-factor/totp.ts'
import { endExpiredSessions } from '#features/accounts/sessions/end.ts'
import { eraseMentions } from '#features/community/comments/mentions.ts'
import { repairCommentSearch } from '#features/community/comments/search-repair.ts'
import { eraseFolders } from '#features/community/favorites/erase.ts'
import { eraseFollows } from '#features/community/follows/erase.ts'
import { addConcern, tellLive } from '#features/community/live/http/tell-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import { eraseReports } from '#features/community/reports/report.ts'
import { eraseSources } from '#features/community/views/erase.ts'
import { eraseBlocks } from '#features/core/blocks/block.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { deliver } from '#features/core/mail/deliver.ts'
import { dropReadNotices, mailDigests, mailNoticesAtOnce } from '#features/core/mail/notice-job.ts'
import { forgetOldMail } from '#features/core/mail/outbox.ts'
import { deliveryOf } from '#features/core/mail/service.ts'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { countDays } from '#features/core/site/days.ts'
import { forgetOldAnswers } from '#features/core/site/idempotency.ts'
import { reportCronRun, reportFailedJobs } from '#features/operations/admin/overview/cron-report.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { SHOWN_IN } from '#features/operations/admin/overview/shown-images.ts'
import { goOnWithBackup } from '#features/operations/backups/run.ts'
import { sumUp } from '#features/publishing/lists/sum-up.ts'
import { eraseFromBin } from '#features/publishing/posts/bin.ts'
import { eraseSchedulesAndRevisions } from '#features/publishing/posts/erase.ts'
import { publishDue } from '#features/publishing/schedule/publish-due.ts'
import { repairSearch } from '#features/publishing/search/search-repair.ts'
import { syncPosts } from '#features/publishing/search/searchable.ts'
import { secretsOf } from '#web/secrets.ts'

type Jobs = Record<string, () => Promise<unknown>>

const MAILS_A_RUN = 200

/** The trigger of wrangler.toml for what cannot wait for a quarter of an hour. */
export const EVERY_MINUTE = '* * * * *'

/** What a trigger runs: the one of each minute only what waits for its minute, any other everything. */
export function runCron(cron: string, env: Bindings, now: Date): Promise<void> {
  return cron === EVERY_MINUTE ? runMinuteJobs(env, now) : runJobs(env, now)
}

/** An ordinary run is one read of an index, and writes nothing. */
async function runMinuteJobs(env: Bindings, now: Date): Promise<void> {
  const { db, tell } = listened(env)
  const failedJobs = await failuresOf(minuteJobs(env, db, now))
  await tell()
  if (failedJobs.length > 0) await reportFailedJobs(db, failedJobs, now)
}

/** The database, and what tells whoever listens of what the jobs have changed there: a notice, an ended session. */
function listened(env: Bindings): { db: Database; tell: () => Promise<void> } {
  const news = noNews()
  const db = openDb(env.DB, new Meter(), { committed: (concern) => addConcern(news, concern) })
  return { db, tell: () => tellLive(env, news) }
}

function minuteJobs(env: Bindings, db: Database, now: Date): Jobs {
  return {
    'publish what is due': async () => syncPosts(db, openDb(env.SEARCH, new Meter()), await publishDue(db, now)),
  }
}

/** What each run of the cron does. A job may run twice or be cut short without harm; one that fails does not stop the rest. */
export async function runJobs(env: Bindings, now: Date): Promise<void> {
  const { db, tell } = listened(env)
  const search = openDb(env.SEARCH, new Meter())
  const started = Date.now()
  const mended = { posts: 0, comments: 0 }
  const jobs: Jobs = {
    ...minuteJobs(env, db, now),
    'end expired sessions': () => db.batch([endExpiredSessions(now)]),
    'encrypt with the newest secret': () => renewKeys(db, secretsOf(env)),
    'forget old answers': () => db.batch([forgetOldAnswers(now)]),
    'end expired tokens': () =>
      db.batch([
        endExpiredTokens(now),
        endExpiredAccessTokens(now),
        endExpiredChallenges(now),
        forgetSpentChallenges(now),
      ]),
    // Before the digests, which tell of them.
    'tell of likes': () => digestAll(db, now),
    'write to those who want notices at once': () => mailNoticesAtOnce(db, secretsOf(env), now),
    'write digests': () => mailDigests(db, secretsOf(env), now),
    'drop mails about what was read': () => db.batch([dropReadNotices(now)]),
    'answer lost passwords': () => answerResetRequests(db, now),
    'send mail': () => deliver(db, deliveryOf(env), now, MAILS_A_RUN),
    'forget old mail': () => db.batch([forgetOldMail(now)]),
    'repair the search index': async () => {
      mended.posts = (await repairSearch(db, search)).mended
    },
    'repair the index of comments': async () => {
      mended.comments = (await repairCommentSearch(db, search)).mended
    },
    // After the likes were told: what nobody waits for is then no longer fresh.
    'sum up what happened to posts': () => sumUp(db),
    'count what was made by day': () => countDays(db),
    'reserve ids': () => db.batch(reserveIds()),
    'erase deleted accounts': async () => {
      for (const uid of await accountsToErase(db, now)) {
        const rest = [
          ...eraseFollows(uid),
          ...eraseBlocks(uid),
          eraseFolders(uid),
          eraseMentions(uid),
          eraseReports(uid),
        ]
        await db.batch([...eraseAccount(uid), ...rest, ...eraseSchedulesAndRevisions(uid), eraseSources(uid)])
      }
    },
    'erase what was in the bin for its time': () => eraseFromBin(db, now),
    'tell whoever listens': tell,
    'remove images that nothing shows': () => cleanUpImages(db, env.IMAGES, SHOWN_IN, now),
    'check the invariants': () => checkInvariants(db, now),
    'back up': () => backUp(env, now),
  }
  const failedJobs = await failuresOf(jobs)
  const failedObjects = await failuresOf({
    RateLimiter: async () => env.RATE_LIMITER.getByName('health').ping(),
    EnergizeCounter: async () => env.ENERGIZE_COUNTER.getByName('health').ping(),
    ViewCounter: async () => env.VIEW_COUNTER.getByName('health').ping(),
    LiveRoom: async () => env.LIVE_ROOM.getByName('health').ping(),
  })
  await failuresOf({
    'write down the run': async () => {
      const bytes = { main: await sizeOf(env.DB), search: await sizeOf(env.SEARCH) }
      await reportCronRun(db, { ms: Date.now() - started, failedJobs, failedObjects, mended, bytes }, now)
    },
  })
}

/** Runs one after the other and answers with the names of those that failed. */
async function failuresOf(runs: Jobs): Promise<string[]> {
  const failed: string[] = []
  for (const [job, run] of Object.entries(runs)) {
    try {
      await run()
    } catch (error) {
      failed.push(job)
      console.error(
        JSON.stringify({ level: 'error', job, error: error instanceof Error ? error.stack : String(error) }),
      )
    }
  }
  return failed
}

async function sizeOf(database: D1Database): Promise<number> {
  return (await database.prepare('SELECT 1').run()).meta.size_after
}

/** In a session of its own, whose bookmark tells D1's time travel which moment was read. */
async function backUp({ DB, IMAGES, BACKUPS }: Bindings, now: Date): Promise<void> {
  const session = DB.withSession('first-primary')
  const bookmark = () => session.getBookmark()
  await goOnWithBackup({ db: openDb(session, new Meter()), bookmark, images: IMAGES, backups: BACKUPS }, now)
}
