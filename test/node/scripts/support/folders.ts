import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with these files, deleted after the test. */
export async function folderWith(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
    // Sets the mode explicitly: a site opened earlier in this process may have changed the umask.
    await chmod(join(folder, path), 0o755)
  }
  return folder
}

/** The different modes of the folder and of everything in it. */
export async function modesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true })
  const found = await Promise.all(['', ...entries].map((name) => lstat(join(folder, name))))
  const modes = (isFolder: boolean) =>
    [
      ...new Set(
        found
          .filter((each) => each.isDirectory() === isFolder)
          .map(({ mode }) => (mode & 0o777).toString(8)),
      ),
    ].sort()
  return { folders: modes(true), files: modes(false) }
}
