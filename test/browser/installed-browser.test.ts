import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { browserForTests } from '../../tools/checks/browser/index.ts'
import { browsersHere, type Installer, thisMachine } from '../../tools/checks/browser/machine.ts'
import { folderWith } from '../node/scripts/support/folders.ts'

const NO_BROWSER =
  '#!/bin/sh\necho "error while loading shared libraries: libnss3.so" >&2\nexit 127\n'

const FAILS = script('a failing installer', 'echo "E: no network" >&2; exit 100')

test('the tests use an installed browser: the one of CHROMIUM_PATH first, then a headless shell', async () => {
  const folder = await folderWith({
    named: '',
    'bin/chromium': '',
    'bin/chromium-headless-shell': '',
    elsewhere: '',
  })
  const env = { CHROMIUM_PATH: join(folder, 'named'), PATH: join(folder, 'bin') }
  expect(browsersHere(env, [join(folder, 'elsewhere'), join(folder, 'not-there')])).toEqual(
    ['named', 'bin/chromium-headless-shell', 'bin/chromium', 'elsewhere'].map((name) =>
      join(folder, name),
    ),
  )
})

test('without a browser that starts, the installers are tried in order until one succeeds', async () => {
  const folder = await folderWith({ 'bin/chromium': NO_BROWSER })
  const browser = join(folder, 'chromium')
  const works = script(
    'a working installer',
    `printf '#!/bin/sh\nexec "%s" "$@"' '${realBrowser()}' > ${browser}; chmod +x ${browser}`,
  )
  const never = script('an installer that is not needed', `touch ${folder}/needed`)
  const said = printed()
  const env = { PATH: join(folder, 'bin') }
  expect(await browserForTests({ env, places: [browser], installers: [FAILS, works, never] })).toBe(
    browser,
  )
  expect(said.filter((line) => !line.includes('does not start'))).toEqual([
    'Still no browser: E: no network',
    expect.stringMatching(/^Chromium \d+/),
  ])
  expect(said[0]).toMatch(/bin\/chromium does not start: .*libnss3\.so/)
  expect(existsSync(join(folder, 'needed'))).toBe(false)
})

test('if all installers fail, one message says what to do', async () => {
  const missing: Installer = { name: 'a missing installer', commands: [['joule-no-such-program']] }
  const silent = script('an installer without effect', ':')
  const said = printed()
  const machine = { env: { PATH: '' }, places: [], installers: [FAILS, missing, silent] }
  await expect(browserForTests(machine)).rejects.toThrow(
    /Install Chromium or Chrome, or set CHROMIUM_PATH to its path/,
  )
  expect(said.filter((line) => line.startsWith('Still no browser'))).toEqual([
    'Still no browser: E: no network',
    expect.stringContaining('ENOENT'),
    'Still no browser: the installer succeeded, but no browser starts',
  ])
})

test('the system package manager is used only as root, before the download', async () => {
  const folder = await folderWith({ 'apt-get': '' })
  const ways = (PATH: string, isRoot: boolean) =>
    thisMachine({ PATH }, isRoot).installers.map(({ name }) => name)
  const own = "Playwright's own Chromium"
  const distribution = (name: string) => `the distribution's ${name}, by apt-get`
  expect(ways(folder, true)).toEqual([
    distribution('chromium-headless-shell'),
    distribution('chromium'),
    own,
  ])
  expect(ways(folder, false)).toEqual([own])
  expect(ways('', true)).toEqual([own])
})

function printed(): string[] {
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line))
  onTestFinished(() => log.mockRestore())
  return said
}

function script(name: string, commands: string): Installer {
  return { name, commands: [['/bin/sh', '-c', `PATH=/usr/bin:/bin; ${commands}`]] }
}

function realBrowser(): string {
  const { env, places } = thisMachine()
  const [path = ''] = browsersHere(
    { ...env, CHROMIUM_PATH: env.JOULE_CHROMIUM ?? env.CHROMIUM_PATH },
    places,
  )
  return path
}
