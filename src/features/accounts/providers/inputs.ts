import * as z from 'zod'

/** Part of the callback address. */
export const PROVIDER_KEY_MAX = 30

const KEY = /^[a-z0-9-]{1,30}$/

export const ProviderKeyPath = z.object({ key: z.string().regex(KEY) })

export const isProviderKey = (key: string) => KEY.test(key)
