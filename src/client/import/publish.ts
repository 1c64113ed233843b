import { isRecord } from '#client/api-error.ts'
import { type Control, importApi } from '#client/import/control.ts'

/** Posts in one request: `SUBMITTED_TOGETHER_MAX` of features/publishing/posts/submit-many.ts. */
const TOGETHER = 20

/** What happened to one post of the import. */
export interface Published {
  id: number
  /** `approved` or `pending`; null if the post is still a draft. */
  status: string | null
}

/** Submits the posts in groups. A limit or a lost connection pauses the run, and the rest follows. */
export async function publishPosts(
  ids: readonly number[],
  control: Control,
  done: (posts: Published[]) => void,
): Promise<void> {
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const group = ids.slice(at, at + TOGETHER)
    done(
      await control.patiently(async () =>
        publishedIn(await importApi.post('/api/studio/posts/submit', { ids: group })),
      ),
    )
  }
}

function publishedIn(response: unknown): Published[] {
  const items: unknown[] = isRecord(response) && Array.isArray(response.items) ? response.items : []
  return items.flatMap((item) => {
    if (!isRecord(item)) return []
    return { id: Number(item.id), status: item.ok === true ? String(item.status) : null }
  })
}
