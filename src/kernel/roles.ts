type HasRole = { role: 'user' | 'admin' | 'owner' } | null

export const isAdmin = (viewer: HasRole): boolean =>
  viewer?.role === 'admin' || viewer?.role === 'owner'

export const isOwner = (viewer: HasRole): boolean => viewer?.role === 'owner'
