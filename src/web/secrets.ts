import type { Bindings } from '#env'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const NAME = /^JOULE_SECRET(_\d+)?$/

/** Newest first: JOULE_SECRET, and later ones with their date in the name (JOULE_SECRET_20270131). */
export function secretsOf(env: Partial<Bindings>): Secrets {
  const names = Object.keys(env).filter((name) => NAME.test(name))
  const [newest, ...older] = names.toSorted(byDate).flatMap((name) => textOf(env, name))
  if (newest === undefined) throw new Error('JOULE_SECRET is not set')
  return [newest, ...older]
}

const byDate = (a: string, b: string) => (a < b ? 1 : -1)

function textOf(env: Partial<Bindings>, name: string): string[] {
  const value: unknown = Reflect.get(env, name)
  return typeof value === 'string' && value !== '' ? [value] : []
}
