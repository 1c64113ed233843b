import { computeOf, pingCompute } from '#compute/client.ts'
import { type Database, Meter, openDb } from '#db/client.ts'
import { reserveIds } from '#db/ids.ts'
import type { Bindings } from '#env'
import { rotateSigningKeys } from '#features/accounts/apps/signing-keys.ts'
import { endExpiredGrants } from '#features/accounts/apps/tokens.ts'
import { eraseDeletedAccounts } from '#features/accounts/deletion/erasure.ts'
import { deleteOldInvitations } from '#features/accounts/invitations/invitations.ts'
import { computeLooks } from '#features/accounts/profiles/usernames.ts'
import { handleResetRequests } from '#features/accounts/recovery/forgot.ts'
import { endExpiredTokens } from '#features/accounts/recovery/tokens.ts'
import { deleteSpentProofs } from '#features/accounts/registration/proof-of-work.ts'
import { endExpiredSessions } from '#features/accounts/sessions/devices.ts'
import { endRestrictions } from '#features/accounts/status/status-and-role.ts'
import { repairCommentSearch } from '#features/community/comments/searchable.ts'
import { tellFollowers } from '#features/community/follows/new-parts.ts'
import { addConcern, notifyLive } from '#features/community/live/http/notify-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import { deleteOldCopies } from '#features/community/reports/report.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { dropReadNotices, mailDigests, mailInstantNotices } from '#features/core/mail/notice-job.ts'
import { mailSender } from '#features/core/mail/sender.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { deliver, forgetSettled } from '#features/core/outbox/deliver.ts'
import { pushSenderOf } from '#features/core/push/http/deliver-push.ts'
import { rotatePushKey } from '#features/core/push/keys.ts'
import { applyAges } from '#features/core/site/aging.ts'
import { countDays } from '#features/core/site/days.ts'
import { deleteOldResponses } from '#features/core/site/idempotency.ts'
import { replaceOldNames } from '#features/core/site/old-reasons.ts'
import { reencrypt } from '#features/core/site/reencrypt.ts'
import { findAnomalies } from '#features/operations/admin/anomalies/anomalies.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { reportCronRun, reportFailedJobs } from '#features/operations/admin/overview/overview.ts'
import { backupResources } from '#features/operations/backups/resources.ts'
import { continueBackup } from '#features/operations/backups/run.ts'
import { continueHidings } from '#features/operations/hiding/hide.ts'
import { webhookSender } from '#features/operations/webhooks/sender.ts'
import { cleanUpExports, continueExports, exportResources } from '#features/pages/exports/job.ts'
import { renewAddresses } from '#features/publishing/letters/address.ts'
import { continueImports } from '#features/publishing/letters/import.ts'
import { planLetters } from '#features/publishing/letters/plan.ts'
import { letterSender } from '#features/publishing/letters/sender.ts'
import { forgetRequests } from '#features/publishing/letters/subscribe.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { eraseFromBin } from '#features/publishing/posts/bin.ts'
import { applyHeldApprovals } from '#features/publishing/review/decide.ts'
import { publishDue } from '#features/publishing/schedule/publish-due.ts'
import { mergeSegments } from '#features/publishing/search/fts/scans.ts'
import { makeWordsFor } from '#features/publishing/search/http/make-words.ts'
import { indexChanges } from '#features/publishing/search/queue.ts'
import { repairSearch } from '#features/publishing/search/search-repair.ts'
import { continueTagMoves } from '#features/publishing/tags/move.ts'
import { deleteUnusedTags } from '#features/publishing/tags/tags.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { paced } from '#kernel/pause.ts'
import { secretsOf } from '#web/secrets.ts'

type Jobs = Record<string, () => Promise<unknown>>
/** Return values of the jobs. A failed job is missing. */
type Done<J extends Jobs> = { [Name in keyof J]?: Awaited<ReturnType<J[Name]>> }

interface Resources {
  env: Bindings
  db: Database
  search: Database
  /** Notifies open pages of the changes of the jobs, such as a notice or an ended session. */
  tell: () => Promise<void>
}

const SENT_A_RUN = 200
const SENDING_MAX = 35 * SECOND
/** These messages need about 850 statements. D1 allows 1,000 statements a run (docs/scaling.md). */
const INDEXING_MAX = 8 * SECOND
const PUSHED_A_RUN = 600
const PUSHING_MAX = 15 * SECOND

const sendersOf = (env: Bindings) => [
  mailSender(env),
  letterSender(env, secretsOf(env)),
  webhookSender(env, secretsOf(env)),
]

/**
 * The cron trigger in wrangler.toml for jobs that cannot wait for the quarter-hour run. The
 * quarter-hour run does not repeat them.
 */
export const EVERY_MINUTE = '* * * * *'

export function runCron(cron: string, env: Bindings, now: Date): Promise<void> {
  return cron === EVERY_MINUTE ? runMinuteJobs(env, now) : runJobs(env, now)
}

/**
 * For the Durable Object HoldTimer: publishes the posts whose hold has ended and indexes them. The
 * minute cron does both again.
 */
export async function publishHeld(bindings: Bindings, now: Date): Promise<void> {
  const resources = opened(bindings)
  const jobs = minuteJobs(resources, now)
  await runAll({
    'publish held posts': jobs['publish held posts'],
    'index changed posts': jobs['index changed posts'],
  })
  await resources.tell()
}

/** If nothing is due, a run costs eleven index reads and no write. */
async function runMinuteJobs(bindings: Bindings, now: Date): Promise<void> {
  const resources = opened(bindings)
  const { db, tell } = resources
  const { failed } = await runAll(minuteJobs(resources, now))
  await tell()
  if (failed.length > 0) await reportFailedJobs(db, failed, now)
}

/**
 * The jobs of each minute, in the order of a run. Apart from `runMinuteJobs`, so that a test can
 * run one job.
 */
export function minuteJobs({ env, db, search }: Resources, now: Date) {
  return {
    // This job comes before the posts, because it may end the ban of an author.
    'end bans and silences': () => endRestrictions(db, now),
    'publish due posts': () =>
      publishDue(db, computeOf(env, { who: () => 'cron' }), ownHost(env), now),
    'publish held posts': () =>
      publishDue(db, computeOf(env, { who: () => 'cron' }), ownHost(env), now, 'post_holds'),
    'apply held approvals': () => applyHeldApprovals(db, now),
    'tell followers of new parts': () => tellFollowers(db, now),
    'hide or restore content': () => continueHidings(db, search, now),
    'move posts of changed tags': () => continueTagMoves(db),
    // This job comes after the jobs that change posts.
    'index changed posts': () =>
      indexChanges(db, search, now, { makeWords: makeWordsFor(env), time: INDEXING_MAX }),
    'plan letters': async () => letterServiceOf(env) && planLetters(db, now),
    'import subscribers of letters': () => continueImports(db, secretsOf(env), now),
    'continue exports': () => continueExports(exportResources(env, db), now),
    // This job comes before the outbox, so that a mail with an expired link is not sent.
    'end expired tokens': () => db.batch([...endExpiredTokens(now), ...endExpiredGrants(now)]),
    'drop mails about read notices': () => db.batch([dropReadNotices(now)]),
    // These jobs are the last ones, because they may wait for other servers. Their time limits end
    // them before the next run starts.
    'send push messages': () =>
      deliver(db, [pushSenderOf(env)], now, { most: PUSHED_A_RUN, time: PUSHING_MAX }),
    'send the outbox': () =>
      deliver(db, sendersOf(env), now, { most: SENT_A_RUN, time: SENDING_MAX }),
  } satisfies Jobs
}

/**
 * The host of the site. Null on Cloudflare without `JOULE_ORIGIN`, because there only requests
 * contain the host.
 */
function ownHost({ JOULE_ORIGIN }: Bindings): string | null {
  return JOULE_ORIGIN ? new URL(JOULE_ORIGIN).hostname : null
}

/** Every job is idempotent and resumable. A failed job does not stop the next jobs. */
export async function runJobs(bindings: Bindings, now: Date): Promise<void> {
  const resources = opened(bindings)
  const { env, db } = resources
  const started = Date.now()
  const { failed: failedJobs, done } = await runAll(quarterHourJobs(resources, now))
  const { failed: failedObjects } = await runAll({
    RateLimiter: async () => env.RATE_LIMITER.getByName('health').ping(),
    EnergizeCounter: async () => env.ENERGIZE_COUNTER.getByName('health').ping(),
    ViewCounter: async () => env.VIEW_COUNTER.getByName('health').ping(),
    LiveRoom: async () => env.LIVE_ROOM.getByName('health').ping(),
    HoldTimer: async () => env.HOLD_TIMER.getByName('health').ping(),
    Compute: () => pingCompute(env),
  })
  const repaired = {
    posts: done['repair the search index']?.repaired ?? 0,
    comments: done['repair the comment index']?.repaired ?? 0,
  }
  await runAll({
    'record the run': async () => {
      const bytes = { main: await sizeOf(env.DB), search: await sizeOf(env.SEARCH) }
      await reportCronRun(
        db,
        { ms: Date.now() - started, failedJobs, failedObjects, repaired, bytes },
        now,
      )
    },
  })
}

/**
 * The jobs that can wait for up to 15 minutes, in the order of a run. Apart from `runJobs`, so that
 * a test can run one job.
 */
export function quarterHourJobs({ env, db, search, tell }: Resources, now: Date) {
  return {
    'end expired sessions': () => db.batch([endExpiredSessions(now)]),
    're-encrypt with the newest secret': () => reencrypt(db, secretsOf(env)),
    'rotate signing keys': () => rotateSigningKeys(db, secretsOf(env), now),
    'rotate the push key': () => rotatePushKey(db, secretsOf(env), now),
    'delete old idempotency keys': () => db.batch([deleteOldResponses(now)]),
    'delete old invitations and challenges': () =>
      db.batch([deleteOldInvitations(now), deleteSpentProofs(now)]),
    'delete old requests for letters': () => db.batch([forgetRequests(now)]),
    're-encrypt addresses of letters': () => renewAddresses(db, secretsOf(env)),
    'compute the looks of usernames': () => computeLooks(db),
    // This job comes before the mails, which report the likes.
    'send like notices': () => digestAll(db, now),
    'mail immediate notices': () => mailInstantNotices(db, secretsOf(env), now),
    'mail digests': () => mailDigests(db, secretsOf(env), now),
    'mail password reset links': () => handleResetRequests(db, now),
    'delete old deliveries': () => db.batch([forgetSettled(now)]),
    'repair the search index': () =>
      repairSearch(db, search, now, { makeWords: makeWordsFor(env), time: MINUTE }),
    'repair the comment index': () => repairCommentSearch(db, search),
    'merge the search index': () => mergeSegments(search, now),
    // This job comes after 'send like notices', which reads the likes that are not summed up yet.
    'delete unused tags': () => db.batch([deleteUnusedTags()]),
    'sum post statistics': () => sumUp(db),
    'replace names in old reasons': () => replaceOldNames(db),
    'count new content per day': () => countDays(db),
    'reserve ids': () => db.batch(reserveIds()),
    'erase deleted accounts': () => eraseDeletedAccounts(db, now),
    'erase expired posts in the bin': () => eraseFromBin(db, now),
    'find anomalies': () => findAnomalies(db, now),
    'delete old copies of reported content': () => deleteOldCopies(db, now),
    'notify open pages': tell,
    'delete unused images': () => cleanUpImages(db, env.IMAGES, now),
    'delete expired exports': () => cleanUpExports(exportResources(env, db), now),
    'check the invariants': () => checkInvariants(db, now),
    'apply ages': () => applyAges(db, now),
    'back up': () => continueBackup(backupResources(env), now),
  } satisfies Jobs
}

/**
 * Opens both databases and the buckets. All of them pause after each response, so that a local site
 * can serve requests during a run.
 */
export function opened(bindings: Bindings): Resources {
  const env = { ...bindings, IMAGES: paced(bindings.IMAGES), BACKUPS: paced(bindings.BACKUPS) }
  const news = noNews()
  const db = openDb(env.DB, new Meter(), {
    committed: (concern) => addConcern(news, concern),
    paced: true,
  })
  return {
    env,
    db,
    search: openDb(env.SEARCH, new Meter(), { paced: true }),
    tell: () => notifyLive(env, news, null),
  }
}

/** Runs the jobs sequentially. */
async function runAll<J extends Jobs>(jobs: J): Promise<{ failed: string[]; done: Done<J> }> {
  const failed: string[] = []
  const done: Record<string, unknown> = {}
  for (const [job, run] of Object.entries(jobs)) {
    try {
      done[job] = await run()
    } catch (error) {
      failed.push(job)
      console.error(
        JSON.stringify({
          level: 'error',
          job,
          error: error instanceof Error ? error.stack : String(error),
        }),
      )
    }
  }
  return { failed, done: done as Done<J> }
}

async function sizeOf(database: D1Database): Promise<number> {
  return (await database.prepare('SELECT 1').run()).meta.size_after
}
