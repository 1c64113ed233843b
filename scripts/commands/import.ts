import { resolved, USAGE } from '../import/options.ts'
import type { Command } from './index.ts'

export const importPosts: Command = {
  usage: USAGE,
  summary:
    'imports the posts of another site with their authors, dates, comments and old paths; a repeated import adds what is missing',
  whereTyped: resolved,
  // Loaded on demand: the readers of all formats take a third of the time to load the commands.
  run: async (site, args) => (await import('../import/command.ts')).importPosts(site, args),
}
