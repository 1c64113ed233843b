import type { AppEnv, Bindings } from '#env'
import { type Admission, spendSolution } from '#features/accounts/proof-of-work/challenge.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { secretsOf } from '#web/secrets.ts'

export function admissionOf(
  { env, var: { db, now } }: { env: Bindings; var: Pick<AppEnv['Variables'], 'db' | 'now'> },
  solution: string | undefined,
): Admission {
  return async () => {
    const isRequired = await settingIsOn(db, 'registration.challenge', now)
    return isRequired ? spendSolution(secretsOf(env), solution, now) : []
  }
}
