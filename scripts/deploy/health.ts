import { setTimeout as wait } from 'node:timers/promises'

interface Health {
  checks?: Record<string, boolean>
}

interface Patience {
  tries: number
  pause: number
}

/** A new address needs some time until its certificate is ready. */
const PATIENCE: Patience = { tries: 30, pause: 3_000 }

/** Null if the new version is healthy, otherwise the reason. A missing owner is not an error. */
export async function healthProblem(
  address: string,
  worker: string,
  version: string,
  { tries, pause }: Patience = patienceOf(process.env),
): Promise<string | null> {
  // The old version may still serve some requests; this header selects the new version.
  const headers = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${version}"` }
  let problem: string | null = null
  for (let n = 0; n < tries; n++) {
    if (n > 0) await wait(pause)
    problem = await ask(`${address}/healthz`, headers)
    if (problem === null) return null
  }
  return problem
}

async function ask(url: string, headers: Record<string, string>): Promise<string | null> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
    if (response.ok) return null
    const { checks } = (await response.json().catch(() => ({}))) as Health
    const failed = Object.keys(checks ?? {}).filter((name) => !checks?.[name] && name !== 'owner')
    if (checks && failed.length === 0) return null
    return checks ? `failed checks: ${failed.join(', ')}` : `/healthz returned ${response.status}`
  } catch (error) {
    return `/healthz does not respond (${error instanceof Error ? error.message : error})`
  }
}

function patienceOf({ JOULE_HEALTH_TRIES }: NodeJS.ProcessEnv): Patience {
  return JOULE_HEALTH_TRIES ? { tries: Number(JOULE_HEALTH_TRIES), pause: 100 } : PATIENCE
}
