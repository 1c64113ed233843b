import { ProviderKeyPath } from '#features/accounts/providers/inputs.ts'
import { pageParam, param } from '#web/validation/validate.ts'

export const keyParam = param(ProviderKeyPath)
export const keyPageParam = pageParam(ProviderKeyPath)
