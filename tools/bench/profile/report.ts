import type { Part, Profile } from './parts.ts'

export interface ProfiledScene extends Profile {
  scene: string
  /** CPU milliseconds of workerd per request, without a profiler. */
  whole: number
  /** The owner of the JavaScript. */
  isolates: Part[]
}

const PARTS_SHOWN = 14
const FUNCTIONS_SHOWN = 20

export function asMarkdown(commit: string, size: number, scenes: readonly ProfiledScene[]): string {
  return [
    '# Where the time of a request goes',
    '',
    `\`npm run bench -- profile --record\` wrote this page at ${commit} with ${size.toLocaleString('en')} posts.`,
    '',
    "Shares of the samples of V8's profiler. Work outside JavaScript is not included.",
    ...scenes.flatMap(({ scene, whole, isolates, parts, functions }) => [
      '',
      `## ${scene}`,
      '',
      `${whole.toFixed(2)} ms of CPU per request.`,
      '',
      ...tableOf('all of workerd, by isolate', isolates),
      '',
      ...tableOf('the site, by folder or package', parts.slice(0, PARTS_SHOWN)),
      '',
      ...tableOf('the site, by function', functions.slice(0, FUNCTIONS_SHOWN)),
    ]),
    '',
  ].join('\n')
}

function tableOf(head: string, parts: readonly Part[]): string[] {
  return [`| ${head} | % |`, '| --- | ---: |', ...parts.map(({ name, share }) => `| ${name} | ${percent(share)} |`)]
}

const percent = (share: number) => (100 * share).toFixed(1)
