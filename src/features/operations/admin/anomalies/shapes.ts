import * as z from 'zod'
import { UserRefShape } from '#features/core/people/shapes.ts'

const sums = { likes: z.int(), energy: z.int() }
const moment = z.iso.datetime()

/** Young accounts from one address that like or energize the same author. */
export const AnomalyShape = z
  .object({
    id: z.int(),
    /** An IPv4 address, or an IPv6 network with 64 bits. */
    address: z.string(),
    author: UserRefShape,
    ...sums,
    since: moment,
    accounts: z.array(z.object({ ...UserRefShape.shape, ...sums, created_at: moment })),
    /** The posts with the most likes and energy. */
    posts: z.array(z.object({ id: z.int(), title: z.string(), ...sums })),
    found_at: moment,
  })
  .meta({ id: 'Anomaly' })
