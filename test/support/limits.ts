import { runInDurableObject } from 'cloudflare:test'
import { RATE_RULES, type RateRule } from '#kernel/rate-limits.ts'
import type { World } from '#test/world.ts'

/**
 * Counts calls of `ip:<address>`, `user:<uid>` or `email:<address>`, until the rule allows only
 * `left` more. Runs in the Durable Object, because hundreds of round trips would take seconds.
 */
export async function useUp(world: World, name: string, rule: RateRule, left = 0): Promise<void> {
  if (rule === 'write' || rule === 'upload') world.limitWrites()
  const refused = await runInDurableObject(
    world.env.RATE_LIMITER.getByName(name),
    async (limiter) => {
      let seconds = 0
      for (let n = 0; n < RATE_RULES[rule].most - left; n++)
        seconds += await limiter.take(rule, '', world.now.getTime())
      return seconds
    },
  )
  if (refused > 0 && left > 0) throw new Error(`${rule} was in use before`)
}
