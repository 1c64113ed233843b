import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { ServedSite } from '../site/served.ts'
import { asking } from '../writes/ask.ts'
import { EMPTY_SITE, newWorld, settle } from '../writes/settle.ts'
import type { World } from '../writes/world.ts'
import { backupRound, cronRound } from './backup-round.ts'
import { migrationRound } from './migration-round.ts'
import { lineOf, NOTHING, type Round, sum } from './round.ts'
import { seedingRound } from './seeding-round.ts'
import { finalProblems } from './verify.ts'
import { viewsRound } from './views-round.ts'
import { writeRound } from './write-round.ts'

export interface CrashOptions {
  rounds: number
  people: number
  only: string
  /** As `npm run serve`. */
  serve?: boolean
  seed: number
}

interface RoundContext {
  site: ServedSite
  world: World
  /** A folder for this round. */
  folder: string
  random: Random
}

const ROUNDS: Record<string, (context: RoundContext) => Promise<Round>> = {
  writes: ({ site, world, random }) => writeRound(site, world, random),
  migration: ({ folder, random }) => migrationRound(folder, random),
  seeding: ({ folder, random }) => seedingRound(folder, random),
  backup: ({ site, world, random, folder }) => backupRound(site, world, random, folder),
  cron: ({ site, world, random, folder }) => cronRound(site, world, random, folder),
  views: ({ site, world, random }) => viewsRound(site, world, random),
}

/** The order of the rounds, repeated: mostly writes. A views round takes minutes, so there is one in twenty-five. */
const ORDER = ['writes', 'backup', 'writes', 'migration', 'writes', 'cron', 'writes', 'writes', 'seeding', 'writes']
const VIEWS_EVERY = 25

const POSTS = 8

/** Fails if data was lost; prints one line per round and the totals. */
export async function runCrash(
  { rounds, people, only, serve, seed }: CrashOptions,
  print = console.log,
): Promise<Round> {
  if (only !== '' && !Object.hasOwn(ROUNDS, only))
    throw new Failure(`--only takes one of ${Object.keys(ROUNDS).join(', ')}, not "${only}"`)
  await buildSite()
  print(`${rounds} kills, ${people} people, seed ${seed}`)
  const folder = await mkdtemp(join(tmpdir(), 'joule-crash-'))
  // Without the general write limit, so that everyone writes as fast as possible.
  const env = { ...EMPTY_SITE, JOULE_WRITE_LIMIT: '0', ...(serve && { JOULE_TRUST_PROXY: '127.0.0.1' }) }
  const site = new ServedSite({ data: join(folder, 'site'), env, isPublic: serve ?? false })
  const ask = asking(() => site.url, people + 8)
  const world = newWorld(ask)
  try {
    await site.start()
    await settle(world, people, POSTS)
    let all = NOTHING
    for (let n = 1; n <= rounds; n++) {
      const kind = only || kindOf(n)
      const context = { site, world, folder: join(folder, String(n)), random: randomFrom(`${seed} ${n}`) }
      await mkdir(context.folder)
      const round = await ROUNDS[kind]?.(context)
      if (!round) throw new Error(`unknown round ${kind}`)
      if (round.wrong.length === 0) await rm(context.folder, { recursive: true, force: true })
      print(`${String(n).padStart(3)} ${kind.padEnd(9)} ${lineOf(round)}`)
      for (const wrong of round.wrong) print(`    ${wrong}`)
      all = sum(all, round)
    }
    all = { ...all, wrong: [...all.wrong, ...(await finalProblems(site, world))] }
    print(`total: ${lineOf({ ...all, how: `${rounds} kills` })}`)
    if (all.wrong.length > 0) throw new Failure(`${all.wrong.length} problems with seed ${seed}; see ${folder}`)
    await site.stop()
    await rm(folder, { recursive: true, force: true })
    return all
  } finally {
    ask.close()
    await site.end()
  }
}

function kindOf(n: number): string {
  return n % VIEWS_EVERY === 0 ? 'views' : (ORDER[(n - 1) % ORDER.length] ?? 'writes')
}
