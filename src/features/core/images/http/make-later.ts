import type { Context } from 'hono'
import { type Compute, computeOf } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import type { AppEnv, Bindings } from '#env'
import { makeVariants, type StoredSizes } from '#features/core/images/variants.ts'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { variantWidths } from '#kernel/image-variants.ts'
import { pause } from '#kernel/pause.ts'
import { inBackground } from '#web/in-background.ts'

/*
 * Variants are made after a response: of an upload, or of a request for a variant that does not
 * exist yet. Until then readers get the image itself. An isolate makes the variants of one image at
 * a time, and the images of its users take turns. A queue of an isolate may be lost with it, or be
 * full: then the next request for a variant queues the image.
 */

/** An image whose variants are missing, with the sizes that its row had. */
type ImageToMake = Pick<Image, 'key' | 'user_id'> & StoredSizes

/** How many images of one user, and of all users together, wait in an isolate. */
const WAITING_OF_ONE_MAX = 50
const WAITING_MAX = 1_000
/** Cloudflare ends the work of a request 30 seconds after its response. */
const RUN_MAX = 15 * SECOND
/** The work on an image ends before: a run that takes longer was ended with its request. */
const IMAGE_MAX = 30 * SECOND
/**
 * Uploads use the compute Worker too. So the second image of a run, and each image after it, waits
 * until nothing was queued for this long, but not longer than its maximum.
 */
const QUIET = SECOND / 2
const QUIET_WAIT_MAX = 3 * SECOND
/** The pause after an outage, or after the queue of the compute Worker was full. */
const RETRY_PAUSE = SECOND

/** By user. The user who has the next turn comes first. */
const waiting = new Map<number, ImageToMake[]>()
/** The image whose variants are made now, and since when. */
let current: { key: string; since: number } | null = null
let lastAdded = 0

/** Whether this isolate makes the variants of an image now: its row says that it has none. */
export const isBeingMade = (key: string): boolean => isRunning() && current?.key === key

/** Makes the variants of an image after the response, if the queue has room. */
export function makeVariantsLater(
  c: Pick<Context, 'executionCtx'> & { env: Bindings; var: Pick<AppEnv['Variables'], 'db'> },
  image: ImageToMake & Pick<Image, 'purpose' | 'type' | 'width' | 'height'>,
): void {
  if (variantWidths(image.purpose, image).length === 0 || isBeingMade(image.key)) return
  add(image)
  if (isRunning()) return
  const keepAlive = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  const compute = computeOf(c.env, { who: () => 'variants', keepAlive })
  inBackground(c, 'variants', makeWaiting(c.var.db, compute, c.env.IMAGES))
}

function isRunning(): boolean {
  return current !== null && Date.now() - current.since < IMAGE_MAX
}

function add({ key, user_id, small_bytes, medium_bytes }: ImageToMake): void {
  const own = waiting.get(user_id) ?? []
  const isKnown = own.some((other) => other.key === key)
  const count = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
  if (isKnown || own.length >= WAITING_OF_ONE_MAX || count >= WAITING_MAX) return
  waiting.set(user_id, [...own, { key, user_id, small_bytes, medium_bytes }])
  lastAdded = Date.now()
}

/** Takes the first image of the user who has the turn. The others of this user go to the end. */
function takeNext(): ImageToMake | null {
  for (const [user, [next, ...others]] of waiting) {
    waiting.delete(user)
    if (others.length > 0) waiting.set(user, others)
    if (next) return next
  }
  return null
}

async function makeWaiting(db: Database, compute: Compute, bucket: R2Bucket): Promise<void> {
  const end = Date.now() + RUN_MAX
  try {
    for (let next = takeNext(); next; next = await laterImage(end)) {
      const image = next
      current = { key: image.key, since: Date.now() }
      await makeVariants(db, compute, bucket, image.key, image).catch(async (error) => {
        if (!isTemporary(error)) throw error
        add(image)
        await pause(RETRY_PAUSE)
      })
    }
  } finally {
    current = null
  }
}

/** The next image, after uploads have had their turn. Null if there is none, or no time for it. */
async function laterImage(end: number): Promise<ImageToMake | null> {
  if (waiting.size === 0) return null
  current = { key: '', since: Date.now() }
  const patience = Date.now() + QUIET_WAIT_MAX
  while (Date.now() < patience && Date.now() - lastAdded < QUIET) await pause(QUIET / 5)
  return Date.now() < end ? takeNext() : null
}

const isTemporary = (error: unknown) =>
  error instanceof AppError && (error.code === 'unavailable' || error.code === 'rate_limited')
