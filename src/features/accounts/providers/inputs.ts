import * as z from 'zod'
import { pageParam, param } from '#web/validation/validate.ts'

/** Part of the callback address. */
export const PROVIDER_KEY_MAX = 30

const KEY = /^[a-z0-9-]{1,30}$/
const KeyPath = z.object({ key: z.string().regex(KEY) })

export const isProviderKey = (key: string) => KEY.test(key)

export const keyParam = param(KeyPath)
export const keyPageParam = pageParam(KeyPath)
