import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'
import {
  addPosts,
  backupRound,
  cronRound,
  finalProblems,
  NOTHING,
  type Round,
  type RoundContext,
  writeRound,
} from './rounds.ts'
import { ServedSite } from './site.ts'
import { migrationRound, seedingRound } from './start-rounds.ts'
import { type Person, type World, WriteLog } from './writes.ts'

export interface CrashOptions {
  rounds: number
  people: number
  only: string
  /** Serves the site as `npm run serve` does. */
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

/** The order of the rounds, repeated. Half of the rounds are writes. */
const ORDER = [
  'writes',
  'backup',
  'writes',
  'migration',
  'writes',
  'cron',
  'writes',
  'writes',
  'seeding',
  'writes',
]

const POSTS = 8

/**
 * Kills the site again and again. Prints one line per round and the totals. Fails if data was lost.
 */
export async function runCrash(
  { rounds, people, only, serve, seed }: CrashOptions,
  print = console.log,
): Promise<Round> {
  if (only !== '' && !Object.hasOwn(ROUNDS, only))
    throw new Failure(`--only takes one of ${Object.keys(ROUNDS).join(', ')}, not "${only}"`)
  await buildSite()
  print(`${rounds} kills, ${people} people, seed ${seed}`)
  const folder = await mkdtemp(join(tmpdir(), 'joule-crash-'))
  // Without the general write limit, so that all people write as fast as possible.
  const owner = {
    JOULE_OWNER_EMAIL: 'owner@proof.test',
    JOULE_OWNER_PASSWORD: 'a password for the proof',
  }
  const env = { JOULE_EMPTY: '1', ...owner, JOULE_WRITE_LIMIT: '0' }
  const site = new ServedSite({ data: join(folder, 'site'), env, isPublic: serve ?? false })
  try {
    await site.start()
    const world = await newWorld(site, people)
    await addPosts(world, POSTS)
    let all = NOTHING
    for (let n = 1; n <= rounds; n++) {
      const kind = only || (ORDER[(n - 1) % ORDER.length] ?? 'writes')
      const context = {
        site,
        world,
        folder: join(folder, String(n)),
        random: randomFrom(`${seed} ${n}`),
      }
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
    if (all.wrong.length > 0)
      throw new Failure(`${all.wrong.length} problems with seed ${seed}; see ${folder}`)
    await site.stop()
    await rm(folder, { recursive: true, force: true })
    return all
  } finally {
    await site.end()
  }
}

async function newWorld(site: ServedSite, people: number): Promise<World> {
  let counted = 0
  return {
    url: () => site.url,
    writeLog: new WriteLog(),
    posts: [],
    images: [],
    count: () => ++counted,
    people: await site.call<Person[]>('addPeople', people),
  }
}

/**
 * Adds the counts of two rounds. Each check covers all facts, so the highest number of correct
 * facts counts.
 */
function sum(one: Round, other: Round): Round {
  const added = ['acknowledged', 'unanswered', 'there', 'notThere'] as const
  const sums = Object.fromEntries(added.map((name) => [name, one[name] + other[name]]))
  return {
    ...other,
    ...sums,
    held: Math.max(one.held, other.held),
    wrong: [...one.wrong, ...other.wrong],
  }
}

function lineOf({ how, acknowledged, unanswered, held, there, notThere, wrong }: Round): string {
  const written = `${acknowledged} writes acknowledged, ${unanswered} unanswered (${there} complete, ${notThere} without effect), ${held} facts correct`
  return [how, ...(acknowledged + unanswered > 0 ? [written] : []), `${wrong.length} wrong`].join(
    '; ',
  )
}
