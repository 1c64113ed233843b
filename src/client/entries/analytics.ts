import { charts } from '#client/analytics/charts.ts'
import { attach } from '#client/attach.ts'

attach(charts)
