import { freshAfterGoingBack, readNotices } from '#client/behaviors/read-notice.ts'

freshAfterGoingBack()
readNotices()
