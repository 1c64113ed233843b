/**
 * Cloudflare's Workers Paid plan in dollars a month: included amounts, and the price per million more. As of August
 * 2026.
 */
export const PLAN = 5

export const PRICES = {
  requests: { included: 10e6, million: 0.3 },
  cpuMs: { included: 30e6, million: 0.02 },
  rowsRead: { included: 25e9, million: 0.001 },
  rowsWritten: { included: 50e6, million: 1 },
  objectRequests: { included: 1e6, million: 0.15 },
} as const

export const GIGABYTE = { included: 5, price: 0.75 }

/** The size limit of one database. */
export const DATABASE_GB = 10

export type Billed = keyof typeof PRICES

export function priceOf(what: Billed, amount: number): number {
  const { included, million } = PRICES[what]
  return (Math.max(0, amount - included) / 1e6) * million
}
