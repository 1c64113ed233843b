import { attach } from '#client/attach.ts'
import { freshAfterGoingBack, readNotices } from '#client/behaviors/read-notice.ts'

attach(freshAfterGoingBack, readNotices)
