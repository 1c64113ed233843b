import type { Random } from '../../../scripts/seed/random.ts'
import { FOUND_PEOPLE, FOUND_SIGNATURES, register, sign } from './accounts.ts'
import { comment, deleteComment, FOUND_COMMENTS } from './comments.ts'
import { energize, FOUND_ENERGY } from './energize.ts'
import { FOUND_PICTURES, upload } from './pictures.ts'
import { deletePost, edit, FOUND_POSTS, post } from './posts.ts'
import {
  FOUND_FAVORITES,
  FOUND_FOLDERS,
  FOUND_FOLLOWS,
  FOUND_REACTIONS,
  favorite,
  follow,
  makeFolder,
  react,
} from './toggles.ts'
import type { Act } from './world.ts'

/** The actions and their frequency in percent. A registration takes as long as fifty likes. */
const ACTS: [Act, number][] = [
  [react, 22],
  [energize, 20],
  [comment, 18],
  [follow, 8],
  [favorite, 8],
  [post, 7],
  [deleteComment, 5],
  [edit, 4],
  [upload, 3],
  [sign, 2],
  [deletePost, 1],
  [makeFolder, 1],
  [register, 1],
]

/** Draws the next action of a user. */
export function drawing(except: readonly Act[] = []): (random: Random) => Act {
  const lots = ACTS.flatMap(([act, times]) => (except.includes(act) ? [] : Array<Act>(times).fill(act)))
  return (random) => random.pick(lots)
}

/** Each query reads one kind of fact from the main database. */
export const FOUND = [
  FOUND_PEOPLE,
  FOUND_SIGNATURES,
  FOUND_POSTS,
  FOUND_COMMENTS,
  FOUND_REACTIONS,
  FOUND_FOLLOWS,
  FOUND_FAVORITES,
  FOUND_FOLDERS,
  FOUND_ENERGY,
  FOUND_PICTURES,
]
