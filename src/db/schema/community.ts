import type { Tables } from '../../generated/tables.ts'

export type CommentRow = Tables['comments']
export type FolderRow = Tables['folders']
export type ReportCase = Tables['report_cases']
export type ReportRow = Tables['reports']
export type ReportCopy = Tables['report_copies']
export type ReporterRecord = Omit<Tables['reporters'], 'user_id'>
export type LedgerRow = Tables['energy_log']
export type EnergyReason = LedgerRow['reason']
export type Task = Tables['user_tasks']['task']
