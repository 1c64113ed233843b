/** The dropped files. The files of a folder get the path in `webkitRelativePath`, as from a folder dialog. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries are available only during the event, so take them before the first await.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const files = [...data.files]
  if (!entries.some((entry) => entry?.isDirectory)) return files
  const found: File[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push(Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) }))
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // A call returns only some of the entries.
    for (let some = await next(reader); some.length > 0; some = await next(reader)) {
      for (const inner of some) await collect(inner, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function next(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
