import type { Bindings } from '#env'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const NAME = /^JOULE_SECRET(_\d+)?$/

/**
 * All secrets of the site, newest first: JOULE_SECRET, and later ones with their date in the name
 * (JOULE_SECRET_20270131).
 */
export function secretsOf(env: Partial<Bindings>): Secrets {
  const names = Object.keys(env).filter((name) => NAME.test(name))
  const values = names.sort().map((name): unknown => Reflect.get(env, name))
  const secrets = values.filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
  const [newest, ...older] = secrets.reverse()
  if (newest === undefined) throw new Error('JOULE_SECRET is not set')
  return [newest, ...older]
}
