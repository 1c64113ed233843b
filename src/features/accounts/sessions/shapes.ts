import { z } from 'zod'

export const DeviceSessionShape = z
  .object({
    sid: z.string(),
    current: z.boolean(),
    ip: z.string(),
    browser: z.string(),
    os: z.string(),
    device_type: z.enum(['desktop', 'mobile', 'tablet', 'other']),
    remark: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
  })
  .meta({ id: 'DeviceSession' })
