import type { InputOf, JobName, OutputOf } from '#compute/jobs.ts'
import { decoded, encoded, errorOf } from '#compute/wire.ts'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { FairQueue } from '#kernel/fair-queue.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { pause } from '#kernel/pause.ts'

/** Runs pure work on long or hostile input in the compute Worker (decision 0026). */
export interface Compute {
  /**
   * Throws `too_complex` if the job takes longer than the deadline, and `unavailable` if the
   * compute Worker does not respond. `field` is the field of the request that `too_complex` names.
   */
  run<Name extends JobName>(
    name: Name,
    input: InputOf<Name>,
    field?: string,
  ): Promise<OutputOf<Name>>
}

interface Options {
  /** The user or the address of the request. Names take turns. */
  who: () => string
  /** Receives the time of each call, from sending to the response, in milliseconds. */
  spent?: (ms: number) => void
  /**
   * `waitUntil` of the request, so that the call ends and leaves the queue if the client
   * disconnects.
   */
  keepAlive?: (work: Promise<unknown>) => void
}

export interface ComputeBindings {
  COMPUTE: Fetcher
  JOULE_JOB_MAX?: string
}

/**
 * Work on a shorter text takes at most as long as a call, so callers may do it inline: the words of
 * a text of this length are found in 0.7 ms.
 */
export const INLINE_MAX = 4_000

/** A job that takes longer is refused. The time in the queue does not count. */
export const JOB_MAX = 2 * SECOND
/** After a failure, jobs wait this long for the compute Worker before they fail. */
const RECOVERY_MAX = 5 * SECOND
/** A compute Worker that is free answers a ping in a millisecond. */
const PING_MAX = SECOND / 2
const PING_PAUSE = 50

const TRIES_MAX = 2
/** A call ends before: it waits for the compute Worker and for its response, at most twice. */
const CALL_MAX = TRIES_MAX * (RECOVERY_MAX + JOB_MAX + SECOND)

/** The compute Worker runs one job at a time, so each isolate sends one at a time. */
const queue = new FairQueue({ most: 1, mostOfOne: 1, placeMax: CALL_MAX })

/**
 * When a call failed, null while the compute Worker responds. After a failure, the next job first
 * waits until a ping is answered: a job that is sent to a stalled or restarting process would use
 * up its deadline.
 */
let failingSince: number | null = null

export function computeOf(env: ComputeBindings, { who, spent, keepAlive }: Options): Compute {
  const { COMPUTE: service } = env
  const deadline = Number(env.JOULE_JOB_MAX ?? JOB_MAX)
  return {
    run(name, input, field) {
      const done = queue.run(who(), async () => {
        const output = await attempted({ service, name, input, deadline, field, spent })
        return output as OutputOf<typeof name>
      })
      keepAlive?.(done.catch(() => {}))
      return done
    },
  }
}

interface Call {
  service: Fetcher
  name: JobName
  input: unknown
  deadline: number
  field: string | undefined
  spent: Options['spent']
}

/**
 * A job is pure, so it is sent again if the connection was lost: a process that was replaced closes
 * its connections, also those that were idle.
 */
async function attempted(call: Call): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    await recovered(call.service)
    const sent = Date.now()
    try {
      return await responseTo(call)
    } catch (error) {
      if (error instanceof AppError) throw error
      failingSince ??= Date.now()
      if (isTooLong(error)) throw tooComplex(call.field)
      if (tries === TRIES_MAX) throw new AppError('unavailable', {}, { cause: error })
    } finally {
      call.spent?.(Date.now() - sent)
    }
  }
}

async function responseTo({ service, name, input, deadline }: Call): Promise<unknown> {
  const { type, body } = encoded(input)
  const response = await service.fetch(`http://compute.invalid/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    signal: AbortSignal.timeout(deadline),
  })
  if (response.status === 422) throw errorOf(await response.json())
  if (response.ok) return decoded(response)
  const cause = new Error(`the job ${name} failed: ${response.status} ${await response.text()}`)
  throw new AppError('unavailable', {}, { cause })
}

/** The deadline of this client, or a limit of Cloudflare. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'TimeoutError' ||
    /exceeded (?:its )?(?:CPU time|memory) limit/.test(error.message)
  )
}

function tooComplex(field: string | undefined): AppError {
  const fields = field === undefined ? undefined : { [field]: fieldProblem('too_complex') }
  return new AppError('too_complex', fields ? { fields } : {})
}

/** Waits until the compute Worker answers. Throws `unavailable` if it is down for longer. */
async function recovered(service: Fetcher): Promise<void> {
  while (failingSince !== null) {
    if (await isFree(service)) failingSince = null
    else if (Date.now() - failingSince > RECOVERY_MAX) throw new AppError('unavailable')
    else await pause(PING_PAUSE)
  }
}

/** Throws if the compute Worker does not respond. */
export async function pingCompute({ COMPUTE }: ComputeBindings): Promise<void> {
  if (!(await isFree(COMPUTE))) throw new AppError('unavailable')
}

async function isFree(service: Fetcher): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PING_MAX)
    return (await service.fetch('http://compute.invalid/', { signal })).ok
  } catch {
    return false
  }
}
