import { EXPORTED_TABLES, type ExportedTable, type Row } from '#features/pages/exports/exported-tables.ts'
import { slugOf, tagsOf } from '#features/pages/exports/post-names.ts'

/** The folder of images in a ZIP for Ghost. */
export const GHOST_IMAGES = 'content/images/'

/** Ghost replaces the first part by the address of its own site. */
const GHOST_URL = `__GHOST_URL__/${GHOST_IMAGES}`

const { images: IMAGES, posts: POSTS } = EXPORTED_TABLES as Record<'images' | 'posts', ExportedTable>

/**
 * The tables that Ghost imports (`ghost/core/core/server/data/importer` in its repository). Without users, the posts belong to the
 * owner of the Ghost site.
 */
export const GHOST_TABLES: Record<string, ExportedTable> = {
  posts: POSTS,
  tags: {
    table: 'posts, json_each(posts.tags) AS tag',
    columns: `DISTINCT tag.value ->> 0 AS id, tag.value ->> 1 AS name`,
    whose: POSTS.whose,
    key: ['tag.value ->> 0 AS id', 'tag.value ->> 1 AS name'],
    // Every page reads all posts of the user.
    pageRows: 5_000,
  },
  posts_tags: {
    ...POSTS,
    columns: 'id, status, updated_at, tags',
    whose: `${POSTS.whose} AND tags <> '[]'`,
    pageRows: 500,
  },
}

/** The images of posts, without avatars and images of comments. */
export const GHOST_FILES: Record<string, ExportedTable> = {
  images: { ...IMAGES, whose: `${IMAGES.whose} AND purpose = 'post'` },
}

/** The importer of Ghost needs a semantic version, and treats all versions since 1.0.0 in the same way. */
export function ghostBeginning(startedAt: string): string {
  return `{"db":[{"meta":{"exported_on":${Date.parse(startedAt)},"version":"5.0.0"},"data":{`
}

export function ghostObjects(row: Row, table: string): object[] {
  switch (table) {
    case 'tags':
      return [tagOf(row)]
    case 'posts_tags':
      return tagsOf(row).map(([tag], index) => ({ post_id: String(row.id), tag_id: tag, sort_order: index }))
    default:
      return [postOf(row)]
  }
}

/** By its slug, Ghost uses an existing tag. Without one it creates a slug, so that `C` and `C++` stay two tags. */
function tagOf({ id, name }: Row): object {
  return { id, name, ...(/^[\p{L}\p{M}\p{N} -]+$/u.test(String(name)) && { slug: slugOf(String(name)) }) }
}

function postOf(post: Row): object {
  const isPublished = post.status === 'approved'
  return {
    id: String(post.id),
    title: post.title || '(Untitled)',
    slug: slugOf(String(post.title), post.id),
    html: String(post.body).replaceAll('<img src="/images/', `<img src="${GHOST_URL}`),
    feature_image: post.cover_url && String(post.cover_url).replace(/^\/images\//, GHOST_URL),
    custom_excerpt: post.summary_is_own ? post.summary : null,
    canonical_url: post.canonical_url,
    type: 'post',
    status: isPublished ? 'published' : 'draft',
    visibility: 'public',
    created_at: post.created_at,
    updated_at: post.edited_at ?? post.updated_at,
    published_at: isPublished ? post.published_at : null,
  }
}
