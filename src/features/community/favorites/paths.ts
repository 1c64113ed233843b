export const folderPath = (id: number) => `/folders/${id}`

export const folderFeedPath = (id: number) => `/folders/${id}/feed.xml`
