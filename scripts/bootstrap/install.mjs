// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { endChildOnExit } from './end-child.mjs'
import { Failure } from './failure.mjs'
import { showProgress } from './progress.mjs'

/**
 * Installs the packages of the lock file if they are missing, and repairs an interrupted install.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  const missing = missingPart(root)
  if (missing === null) return
  const npm = await showProgress(
    `Installing packages, about a minute (${missing})`,
    () => npmCi(root),
    howFar(root),
  )
  if (npm.error ?? npm.status !== 0)
    throw new Failure(`npm ci failed: ${reasonOf(npm)}. Run "npm ci" to see the full output.`)
  const stillMissing = missingPart(root)
  if (stillMissing !== null)
    throw new Failure(`npm ci succeeded, but ${stillMissing}. Remove node_modules and try again.`)
}

/**
 * The difference between the install and the lock file, or null if there is none.
 * @param {string} root
 */
export function missingPart(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  // npm writes this file last, after the install scripts of packages.
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'))
  if (!wanted)
    throw new Failure(
      'package-lock.json is missing or unreadable; restore it with "git checkout package-lock.json"',
    )
  if (!installed) return 'nothing is installed yet'
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || (optional && !installed[path])) continue
    if (installed[path]?.version !== version) return `${path} ${version} is missing`
  }
  const lost = Object.keys(installed).find((path) => !existsSync(join(root, path, 'package.json')))
  if (lost) return `${lost} is missing`
  const broken = BINARIES.find((path) => !isExecutable(join(root, path)))
  return broken ? `${broken} is missing` : null
}

// Not covered by npm's own records: an install script creates `node`.
const BINARIES = [
  'node_modules/node/bin/node',
  'node_modules/workerd/bin/workerd',
  'node_modules/esbuild/bin/esbuild',
]

/** @param {string} path */
function isExecutable(path) {
  const file = statSync(path, { throwIfNoEntry: false })
  return (
    file !== undefined &&
    file.size > 0 &&
    (process.platform === 'win32' || (file.mode & 0o111) !== 0)
  )
}

/**
 * @param {string} path @returns {Record<string, { version?: string, optional?: boolean }> | null}
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/** @param {string} root */
function howFar(root) {
  const packages = Object.entries(packagesOf(join(root, 'package-lock.json')) ?? {})
  const paths = packages.flatMap(([path, { optional }]) =>
    path === '' || optional ? [] : [join(root, path)],
  )
  return () =>
    `${paths.filter((path) => existsSync(join(path, 'package.json'))).length} of ${paths.length} packages,`
}

/**
 * @param {string} root @returns {Promise<{ error?: Error, status: number | null, stderr: string }>}
 */
function npmCi(root) {
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // Under npm, use the same npm: another one may be first in PATH.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [command, ...before] = npm && node ? [node, npm] : ['npm']
  // A separate process group, because npm does not end its own child processes.
  const detached = process.platform !== 'win32'
  const child = spawn(command ?? 'npm', [...before, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached,
  })
  const release = endChildOnExit(child)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ error, status: null, stderr }))
    child.on('close', (status) => resolve({ status, stderr }))
  }).finally(release)
}

/** @param {{ error?: Error, stderr: string }} npm */
function reasonOf({ error, stderr }) {
  if (error) return error.message
  const lines = stderr
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (.+)/.exec(line)?.[1] ?? [])
  const message = lines.find((line) => !/^(code|syscall|errno|path) /.test(line))
  return message ?? lines[0] ?? 'npm gave no reason'
}
