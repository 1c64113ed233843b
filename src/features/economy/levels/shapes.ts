import { z } from 'zod'

const level = z.int().min(0).max(6)

export const CheckInShape = z
  .object({
    exp_gained: z.int(),
    energy_gained: z.int(),
    exp: z.int(),
    level,
    energy: z.int(),
    day: z.iso.date(),
  })
  .meta({ id: 'CheckIn' })

export const LevelInfoShape = z
  .object({
    exp: z.int(),
    level,
    level_floor: z.int(),
    next_level_exp: z.int().nullable(),
    checked_in_today: z.boolean(),
    tasks: z.object({ avatar: z.boolean(), username: z.boolean(), signature: z.boolean() }),
    energize_exp_today: z.int(),
    energize_exp_cap: z.int(),
  })
  .meta({ id: 'LevelInfo' })
