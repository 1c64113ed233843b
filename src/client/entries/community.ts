import { attach } from '#client/attach.ts'
import { comments } from '#client/behaviors/comments/index.ts'
import { energize } from '#client/behaviors/energize.ts'
import { favorite } from '#client/behaviors/favorite.ts'
import { reactions } from '#client/behaviors/reactions.ts'

attach(comments, energize, favorite, reactions)
