import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'
import { asking } from '../writes/people.ts'
import { EMPTY_SITE, newWorld, settle } from '../writes/world.ts'
import { ServedSite } from './site.ts'
import { migrationRound, seedingRound } from './start-rounds.ts'
import { finalProblems, NOTHING, type Round, type RoundContext } from './verify.ts'
import { backupRound, cronRound, writeRound } from './write-rounds.ts'

export interface CrashOptions {
  rounds: number
  people: number
  only: string
  /** As `npm run serve`. */
  serve?: boolean
  seed: number
}

const ROUNDS: Record<string, (context: RoundContext) => Promise<Round>> = {
  writes: writeRound,
  migration: migrationRound,
  seeding: seedingRound,
  backup: backupRound,
  cron: cronRound,
}

/** The order of the rounds, repeated: mostly writes. */
const ORDER = ['writes', 'backup', 'writes', 'migration', 'writes', 'cron', 'writes', 'writes', 'seeding', 'writes']

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
  const world = newWorld(asking(() => site.url))
  try {
    await site.start()
    await settle(world, people, POSTS)
    let all = NOTHING
    for (let n = 1; n <= rounds; n++) {
      const kind = only || (ORDER[(n - 1) % ORDER.length] ?? 'writes')
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
    await site.end()
  }
}

function sum(one: Round, other: Round): Round {
  return {
    how: '',
    acknowledged: one.acknowledged + other.acknowledged,
    unanswered: one.unanswered + other.unanswered,
    // Each check covers everything, so the last one counts.
    held: Math.max(one.held, other.held),
    there: one.there + other.there,
    notThere: one.notThere + other.notThere,
    wrong: [...one.wrong, ...other.wrong],
  }
}

function lineOf({ how, acknowledged, unanswered, held, there, notThere, wrong }: Round): string {
  const written = `${acknowledged} writes acknowledged, ${unanswered} unanswered (${there} complete, ${notThere} without effect), ${held} facts correct`
  return [how, ...(acknowledged + unanswered > 0 ? [written] : []), `${wrong.length} wrong`].join('; ')
}
