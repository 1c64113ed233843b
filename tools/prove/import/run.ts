import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAll } from '#features/operations/admin/overview/repair.ts'
import { formatOf } from '#import/detect.ts'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { NO_MAPPING } from '../../../scripts/import/mapping.ts'
import { type ImportRun, runImport } from '../../../scripts/import/run.ts'
import { openSource } from '../../../scripts/import/source.ts'
import { type ImportTarget, targetOf } from '../../../scripts/import/target.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage.ts'
import { withFolderInMemory } from '../../checks/folder-in-memory.ts'

interface Wanted {
  posts: number
  comments: number
}

/** Imports a generated WordPress export: dry run, run, second run and check, with time, rows and memory. */
export async function runImports(wanted: Wanted): Promise<void> {
  await withFolderInMemory(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'joule-prove-import-'))
    const site = await openStorage({ ...readSettings({ JOULE_DATA: join(folder, 'data') }), empty: true })
    try {
      await prepareSite(site.storage, { empty: true, owner: { email: null, password: null } }, () => {})
      const file = join(folder, 'site.xml')
      await writeExport(file, wanted)
      console.log(`${wanted.posts} posts with ${wanted.comments} comments each: ${megabytes((await stat(file)).size)}`)
      const print = () => {}
      const target = targetOf({ storage: site.storage, data: site.data, query: localQuery(site.storage.DB), print })
      const dry = await timed('dry run', target, () => importFile(file, target, true))
      const run = await timed('import', target, () => importFile(file, target, false))
      if (dry.lines().join() !== run.lines().join()) throw new Failure('the dry run and the import differ')
      if (run.summary.published !== wanted.posts) throw new Failure(`${run.summary.published} posts were imported`)
      await timed('sums and search index', target, () => target.derive(print))
      const again = await timed('second import', target, () => importFile(file, target, false))
      if (again.summary.published > 0) throw new Failure('the second import created posts')
      const { ok, failures } = await timed('check', target, () => checkAll(target.db, new Date()))
      if (!ok) throw new Failure(`wrong: ${Object.keys(failures).join(', ')}`)
    } finally {
      await site.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function importFile(file: string, target: ImportTarget, isDryRun: boolean): Promise<ImportRun> {
  const { files, close } = await openSource(file)
  try {
    const options = { path: file, isDryRun, as: null, map: null, writeMap: null, keepsCanonical: false }
    const format = await formatOf(files)
    return await runImport({ target, format, files, mapping: NO_MAPPING, options, print: () => {}, now: new Date() })
  } finally {
    await close()
  }
}

async function timed<T>(name: string, { meter }: ImportTarget, work: () => Promise<T>): Promise<T> {
  const [begun, used, rows] = [Date.now(), process.cpuUsage(), meter?.rowsWritten ?? 0]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  const cpu = ((user + system) / 1e6).toFixed(1)
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1)
  const written = ((meter?.rowsWritten ?? 0) - rows).toLocaleString('en')
  // maxRSS is in kilobytes.
  console.log(
    `${name}: ${seconds} s (${cpu} s of CPU), ${written} rows written, ${megabytes(process.resourceUsage().maxRSS * 1_024)} at most`,
  )
  return result
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

const WRITERS = 20
const READERS = 200

async function writeExport(path: string, { posts, comments }: Wanted): Promise<void> {
  const file = createWriteStream(path)
  file.write(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Proof</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url>
${Array.from({ length: WRITERS }, (_, n) => writer(n)).join('\n')}\n`)
  for (let n = 0; n < posts; n++) if (!file.write(postElement(n, comments))) await once(file, 'drain')
  file.end('</channel></rss>\n')
  await once(file, 'close')
}

const writer = (
  n: number,
) => `<wp:author><wp:author_id>${n + 1}</wp:author_id><wp:author_login>writer${n}</wp:author_login>
<wp:author_email>writer${n}@example.com</wp:author_email><wp:author_display_name>Writer ${n}</wp:author_display_name></wp:author>`

const PARAGRAPH =
  'A paragraph with a <a href="https://example.com">link</a>, <code>code</code> and <strong>more</strong> words. '

function postElement(n: number, comments: number): string {
  const date = new Date(Date.UTC(2010, 0, 1) + n * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const body = `<h2>Part ${n}</h2>${`<p>${PARAGRAPH.repeat(3)}</p>`.repeat(6)}`
  return `<item><title>Post ${n}</title><link>https://old.example/posts/${n}/</link><dc:creator>writer${n % WRITERS}</dc:creator>
<content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${n + 1}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_name>post-${n}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="post_tag" nicename="tag-${n % 50}">tag ${n % 50}</category>
${Array.from({ length: comments }, (_, at) => commentElement(n, at, date)).join('\n')}</item>\n`
}

function commentElement(n: number, at: number, date: string): string {
  const reader = (n + at) % READERS
  return `<wp:comment><wp:comment_id>${n * 100 + at + 1}</wp:comment_id><wp:comment_author>Reader ${reader}</wp:comment_author>
<wp:comment_author_email>reader${reader}@example.com</wp:comment_author_email><wp:comment_date_gmt>${date}</wp:comment_date_gmt>
<wp:comment_content><![CDATA[Comment ${at} of post ${n}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved>
<wp:comment_type>comment</wp:comment_type><wp:comment_parent>${at === 0 ? 0 : n * 100 + at}</wp:comment_parent></wp:comment>`
}
